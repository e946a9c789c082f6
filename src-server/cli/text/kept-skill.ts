import { posix } from 'node:path';
import type { DiagnosticsResponse } from '../../contract/api/api.ts';
import type { DiagnosticCode } from '../../contract/diagnostics/diagnostic.ts';
import { printable } from '../../contract/words/printable.ts';

/** What keeps the last good state of a served skill. */
const KEPT: ReadonlySet<DiagnosticCode> = new Set(['skill-json-invalid', 'unreadable-kept']);

/** A line that says why a served skill is older than its folder; undefined where it isn't. */
export function describeKeptSkill(
  { diagnostics }: Pick<DiagnosticsResponse, 'diagnostics'>,
  key: string,
): string | undefined {
  const kept = diagnostics.find(({ code, skillKey }) => skillKey === key && KEPT.has(code));
  if (kept === undefined) return undefined;
  const { code, file = '', message } = kept;
  return printable(code === 'skill-json-invalid' ? `${posix.dirname(file)}: ${message}` : message);
}
