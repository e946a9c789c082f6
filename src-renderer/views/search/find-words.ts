/** UTF-16 offsets, `end` exclusive. */
type Range = readonly [start: number, end: number];

/** Ranges of lower-case `words`, overlaps merged. */
export function findWords(text: string, words: readonly string[]): readonly Range[] {
  const lower = text.toLowerCase();
  // Lower-casing can lengthen a text (`İ`): offsets would be wrong.
  if (lower.length !== text.length) return [];
  const found: Array<[number, number]> = [];
  for (const word of words)
    for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + 1))
      found.push([at, at + word.length]);
  found.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const merged: Array<[number, number]> = [];
  for (const [start, end] of found) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
