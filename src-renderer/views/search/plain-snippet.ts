import type { Range } from './match-words.ts';

/** Marks that make sense in a page but not in a line of text: fences with their language, ticks, stars, hashes, bars. */
const MARKUP = /`{3,}[\w+-]*|`|\*{2,3}|(?<=^|\s)#{1,6}(?=\s)|\|/g;

/** A snippet of markdown as plain words, with its matched ranges moved along. Marks inside of a match stay. */
export function plainSnippet(
  snippet: string,
  ranges: readonly Range[],
): { readonly text: string; readonly ranges: readonly Range[] } {
  const removed = [...snippet.matchAll(MARKUP)]
    .map(({ index, 0: mark }) => [index, index + mark.length] as const)
    .filter(([from, to]) => !ranges.some(([start, end]) => from < end && to > start));
  let text = '';
  let from = 0;
  for (const [start, end] of removed) {
    text += snippet.slice(from, start);
    from = end;
  }
  text += snippet.slice(from);
  const moved = (offset: number) =>
    removed.reduce((sum, [start, end]) => (end <= offset ? sum - (end - start) : sum), offset);
  return { text, ranges: ranges.map(([start, end]) => [moved(start), moved(end)]) };
}
