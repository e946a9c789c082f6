import { posix } from 'node:path';
import type { DiagnosticsResponse, Status } from '../../contract/api/api.ts';
import { leftOutWords } from '../../contract/diagnostics/diagnostic.ts';
import { printable } from '../../contract/words/printable.ts';

/** Others are counted. */
const NAMED = 5;

export function areNamed({ leftOut = 0 }: Pick<Status['counts'], 'leftOut'>): boolean {
  return leftOut > 0 && leftOut <= NAMED;
}

/**
 * A line per folder. Empty if any folder lacks a diagnostic, because of rules.json, for example.
 *
 * @param served keys, perhaps with a last good state
 */
export function describeLeftOut(
  { diagnostics }: Pick<DiagnosticsResponse, 'diagnostics'>,
  { leftOut }: Pick<Status['counts'], 'leftOut'>,
  served: ReadonlySet<string>,
): readonly string[] {
  const lines = diagnostics.flatMap((found) => {
    const { code, skillKey = '', file = '' } = found;
    const why = leftOutWords(found);
    const isKept = code === 'skill-json-invalid' && served.has(skillKey);
    const folder = posix.dirname(file);
    const what = folder === '.' ? 'The folder' : folder;
    return why === undefined || isKept ? [] : [printable(`${what} is not served: ${why}.`)];
  });
  return lines.length === leftOut ? lines : [];
}
