import { joinPieces } from '../search/sections/section-pieces.ts';

interface TextFrame {
  readonly head: string;
  readonly end: string;
  readonly notes: readonly string[];
}

/**
 * Leading pieces in their frame, or the first that fits alone, with a note about omissions. Default budget:
 * unlimited.
 *
 * @param count returns tokens in input order
 */
export async function fitPieces(
  { head, end, notes }: TextFrame,
  pieces: readonly string[],
  budget: number | undefined,
  count: (texts: readonly string[]) => Promise<readonly number[]>,
): Promise<string> {
  const all = [`${head}\n${pieces.join('')}\n${end}`, ...notes].join('\n\n');
  if (budget === undefined) return all;
  const [whole = 0, ...costs] = await count([all, ...pieces]);
  if (whole <= budget) return all;
  const note = (left: number) =>
    `[${left} of ${pieces.length} parts left out to fit; the whole has ${whole} tokens: give a greater max_tokens.]`;
  const framed = (texts: readonly string[], reason: string) =>
    [[head, ...texts, end].join('\n'), ...notes, reason].join('\n\n');
  const [empty = 0] = await count([framed([''], note(pieces.length))]);
  const taken = takeFitting(pieces, costs, budget - empty);
  if (taken.length > 0) return framed([joinPieces(taken)], note(pieces.length - taken.length));
  const least = empty + Math.min(...costs.filter((_, at) => isTold(pieces[at] ?? '')));
  return framed([], `${note(pieces.length)} No part fits: give max_tokens ${least} or more.`);
}

function takeFitting(pieces: readonly string[], costs: readonly number[], room: number): readonly string[] {
  let left = room;
  const fitting = costs.findIndex((cost) => {
    left -= cost;
    return left < 0;
  });
  const leading = pieces.slice(0, Math.max(0, fitting));
  if (leading.some(isTold)) return leading;
  return pieces.filter((piece, at) => isTold(piece) && (costs[at] ?? 0) <= room).slice(0, 1);
}

/** More than headings. */
function isTold(piece: string): boolean {
  return /^(?!#{1,6} |\s*$)/m.test(piece);
}
