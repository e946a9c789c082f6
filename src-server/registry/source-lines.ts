import type { SourceLine } from '../contract/api/api.ts';

const LINES_BEFORE = 2;
const LINES_AFTER = 1;
const MAX_CHARACTERS = 200;
/** Context before the position in a long line. */
const CHARACTERS_BEFORE = 60;

/**
 * Line breaks: LF, CRLF, CR. Truncates long lines. Empty if missing.
 *
 * @param line from 1
 * @param column from 1
 */
export function linesAround(text: string, line: number, column: number): readonly SourceLine[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (line > lines.length) return [];
  const first = Math.max(1, line - LINES_BEFORE);
  return lines
    .slice(first - 1, line + LINES_AFTER)
    .map((source, place) => shorten(source, first + place, first + place === line ? column : 1));
}

function shorten(source: string, number: number, column: number): SourceLine {
  if (source.length <= MAX_CHARACTERS) return { number, text: source };
  const start = column <= MAX_CHARACTERS / 2 ? 0 : onWholeCharacter(source, column - 1 - CHARACTERS_BEFORE);
  const end = onWholeCharacter(source, start + MAX_CHARACTERS);
  return {
    number,
    ...(start > 0 && { from: start + 1 }),
    text: source.slice(start, end),
    ...(end < source.length && { cut: true }),
  };
}

/** Never splits a surrogate pair. */
function onWholeCharacter(text: string, offset: number): number {
  return /[\uDC00-\uDFFF]/.test(text[offset] ?? '') ? offset - 1 : offset;
}
