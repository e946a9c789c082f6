import type { Diagnostic } from '../contract/diagnostics/diagnostic.ts';
import { groupBy } from '../group-by.ts';
import { JsonText } from './json-position.ts';

/**
 * Gives line and column to every problem that is told by JSON pointer alone. Finding one reads no text, so that looking
 * for thousands is cheap; who is shown them wants a line.
 *
 * @param readText text of a diagnostic's file; undefined where it can't be read
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

/** A problem that is told by JSON pointer, with line and column in its text; as it is where the text is no JSON. */
export function withPosition(diagnostic: Diagnostic, json: JsonText): Diagnostic {
  const offset = json.offsetOf(diagnostic.pointer ?? '');
  return offset === undefined ? diagnostic : { ...diagnostic, ...json.positionOf(offset) };
}
