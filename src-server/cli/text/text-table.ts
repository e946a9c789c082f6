import { quotedText } from '../../contract/agent-lines.ts';
import { printable } from '../../contract/outside-text.ts';

/** Of a cut column. */
const LEAST_WIDTH = 8;

/** Ends in `…` if cut; never in the middle of a character. */
export function cutText(text: string, width: number): string {
  const characters = [...text];
  if (characters.length <= width) return text;
  return `${characters
    .slice(0, width - 1)
    .join('')
    .trimEnd()}…`;
}

/**
 * Aligns columns, cuts the last. Makes untrusted texts printable.
 *
 * @param width default: unlimited, for files and pipes
 */
export function formatTable(rows: ReadonlyArray<readonly string[]>, width: number | undefined): string {
  const cells = rows.map((row) => row.map((cell) => printable(cell.trim())));
  const last = largest(cells, (row) => row.length) - 1;
  const widths = Array.from({ length: last }, (_, column) =>
    largest(cells, (row) => row[column]?.length ?? 0),
  );
  const used = widths.reduce((sum, one) => sum + one + 2, 0);
  const left = width === undefined ? Number.POSITIVE_INFINITY : Math.max(LEAST_WIDTH, width - used);
  return cells
    .map((row) =>
      row
        .map((cell, column) => (column === last ? cutText(cell, left) : cell.padEnd(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .map(quotedText)
    .join('\n');
}

function largest<Row>(rows: readonly Row[], lengthOf: (row: Row) => number): number {
  return rows.reduce((most, row) => Math.max(most, lengthOf(row)), 0);
}
