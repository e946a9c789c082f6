import { joinPieces } from '../search/find/section-pieces.ts';

/** Text around the pieces. */
export interface TextFrame {
  readonly head: string;
  /** Line below the pieces. */
  readonly end: string;
  /** Below `end`. */
  readonly notes: readonly string[];
}

/**
 * Returns the fitting leading pieces in their frame, with a note about omissions. Default budget: unlimited.
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
  const framed = (texts: readonly string[], left: number) =>
    [[head, ...texts, end].join('\n'), ...notes, note(left)].join('\n\n');
  let [room = 0] = await count([framed([''], pieces.length)]);
  room = budget - room;
  const fitting = costs.findIndex((cost) => {
    room -= cost;
    return room < 0;
  });
  const taken = pieces.slice(0, Math.max(0, fitting));
  return framed(taken.length === 0 ? [] : [joinPieces(taken)], pieces.length - taken.length);
}
