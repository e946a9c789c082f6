import { posix } from 'node:path';
import type { DiagnosticsResponse } from '../../contract/api/api.ts';
import type { DiagnosticCode } from '../../contract/diagnostics/diagnostic.ts';
import { printable } from '../../contract/words/printable.ts';

/** Last good state is still served. */
const KEPT: ReadonlySet<DiagnosticCode> = new Set(['skill-json-invalid', 'unreadable-kept']);

/** Why a skill is older than its folder. */
export function describeKeptSkill(
  { diagnostics }: Pick<DiagnosticsResponse, 'diagnostics'>,
  key: string,
): string | undefined {
  const kept = diagnostics.find(({ code, skillKey }) => skillKey === key && KEPT.has(code));
  if (kept === undefined) return undefined;
  const { code, file = '', message } = kept;
  return printable(code === 'skill-json-invalid' ? `${posix.dirname(file)}: ${message}` : message);
}
