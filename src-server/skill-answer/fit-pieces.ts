import { joinPieces } from '../search/find/section-pieces.ts';

/**
 * Returns the head and the fitting leading pieces, with a note about omissions. Default budget: unlimited.
 *
 * @param count returns tokens in input order
 */
export async function fitPieces(
  head: string,
  pieces: readonly string[],
  budget: number | undefined,
  count: (texts: readonly string[]) => Promise<readonly number[]>,
): Promise<string> {
  const all = `${head}\n${pieces.join('')}`;
  if (budget === undefined) return all;
  const [whole = 0, ...costs] = await count([all, ...pieces]);
  if (whole <= budget) return all;
  const note = (left: number) =>
    `[${left} of ${pieces.length} parts left out to fit; the whole has ${whole} tokens: give a greater max_tokens.]`;
  let [room = 0] = await count([`${head}\n\n${note(pieces.length)}\n`]);
  room = budget - room;
  const fitting = costs.findIndex((cost) => {
    room -= cost;
    return room < 0;
  });
  const taken = pieces.slice(0, Math.max(0, fitting));
  return [head, ...(taken.length === 0 ? [] : [joinPieces(taken)]), note(pieces.length - taken.length)].join(
    '\n\n',
  );
}
