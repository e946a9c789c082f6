import { printable } from '../../contract/words/printable.ts';

const GAP = '  ';
/** A column that is cut has this much left at least. */
const LEAST_WIDTH = 8;

/** Two columns wide in a terminal (Unicode, East Asian Width: W and F, and emoji); and no column at all. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;
const NONE = /\p{M}/u;

/** Columns that a text takes in a terminal. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

function widthOf(character: string): number {
  if (NONE.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** A text that takes at most `width` columns, `…` for what was cut off. */
export function cutText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let cut = '';
  let used = 1;
  for (const character of text) {
    used += widthOf(character);
    if (used > width) break;
    cut += character;
  }
  return `${cut.trimEnd()}…`;
}

/**
 * Rows as lines with their columns one below the other; the last column takes what is left of the width and is cut to it.
 * Texts are made printable here, since whoever wrote a registry wrote them.
 *
 * @param width of the terminal; undefined where nothing limits it, as in a file or a pipe
 */
export function formatTable(rows: ReadonlyArray<readonly string[]>, width: number | undefined): string {
  const cells = rows.map((row) => row.map((cell) => printable(cell.trim())));
  const last = Math.max(0, ...cells.map((row) => row.length)) - 1;
  const widths = Array.from({ length: last }, (_, column) =>
    Math.max(...cells.map((row) => textWidth(row[column] ?? ''))),
  );
  const used = widths.reduce((sum, one) => sum + one + GAP.length, 0);
  const left = width === undefined ? Number.POSITIVE_INFINITY : Math.max(LEAST_WIDTH, width - used);
  return cells
    .map((row) =>
      row
        .map((cell, column) => {
          if (column === last) return cutText(cell, left);
          return cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - textWidth(cell)));
        })
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}
