import { posix } from 'node:path';
import type { DiagnosticsResponse, Status } from '../../contract/api/api.ts';
import { leftOutWords } from '../../contract/diagnostics/diagnostic.ts';
import { printable } from '../../contract/words/printable.ts';

/** More folders than these are only counted. */
const NAMED = 5;

/** Whether so few folders can't be served that each is named. */
export function areNamed({ leftOut = 0 }: Pick<Status['counts'], 'leftOut'>): boolean {
  return leftOut > 0 && leftOut <= NAMED;
}

/**
 * The folders that can't be served, each in a line that says why; none where the problems don't tell of all of them, as
 * where the registry's own rules turn some off.
 *
 * @param served keys that are served: of a broken skill.json what it said before may be
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
