import { printable } from '../../contract/words/printable.ts';

const GAP = '  ';
/** Of a cut column. */
const LEAST_WIDTH = 8;

/** With two terminal columns (Unicode East Asian Width W and F, emoji), and zero. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;
const NONE = /\p{M}/u;

/** Terminal columns. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

function widthOf(character: string): number {
  if (NONE.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** Ends in `…` if cut. */
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
 * Aligns columns, cuts the last. Makes untrusted texts printable.
 *
 * @param width default: unlimited, for files and pipes
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
