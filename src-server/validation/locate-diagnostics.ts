import type { Diagnostic } from '../contract/diagnostic.ts';
import { groupBy } from './group-by.ts';
import { locatePointer, offsetToPosition } from './json-position.ts';

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
    return text === undefined ? found : found.map((diagnostic) => withPosition(diagnostic, text));
  });
}

function withPosition(diagnostic: Diagnostic, text: string): Diagnostic {
  const offset = locatePointer(text, diagnostic.pointer ?? '');
  return offset === undefined ? diagnostic : { ...diagnostic, ...offsetToPosition(text, offset) };
}
