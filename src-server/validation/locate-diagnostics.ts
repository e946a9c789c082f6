import type { Diagnostic } from '../contract/diagnostics/diagnostic.ts';
import { groupBy } from '../group-by.ts';
import { JsonText } from './json-position.ts';

/**
 * Adds lines and columns, separately, since most findings need no text.
 *
 * @param readText undefined if unreadable
 */
export function withPositions(
  diagnostics: readonly Diagnostic[],
  readText: (file: string) => string | undefined,
): Diagnostic[] {
  const byFile = groupBy(diagnostics, ({ file, pointer, line }) =>
    pointer === undefined || line !== undefined ? undefined : file,
  );
  return [...byFile].flatMap(([file, found]) => {
    const text = file === undefined ? undefined : readText(file);
    if (text === undefined) return found;
    const json = new JsonText(text);
    return found.map((diagnostic) => withPosition(diagnostic, json));
  });
}

export function withPosition(diagnostic: Diagnostic, json: JsonText): Diagnostic {
  const offset = json.offsetOf(diagnostic.pointer ?? '');
  return offset === undefined ? diagnostic : { ...diagnostic, ...json.positionOf(offset) };
}
