/** Where the words of a keyword search stand in a skill's name, tags and summary, for showing why it was found. */
import type { SkillRow } from '../../skill/skill-row.ts';

export type Range = readonly [start: number, end: number];

export interface FieldMatch {
  readonly field: 'name' | 'tags' | 'summary';
  readonly text: string;
  readonly ranges: readonly Range[];
}

/** The parts of a query that are looked for: letters and digits, case ignored; a hyphenated word is its parts. */
export function queryWords(query: string): readonly string[] {
  return [...new Set(query.toLowerCase().match(/[\p{L}\p{N}+#]+/gu) ?? [])];
}

/** Every place of every word, merged where they overlap. */
export function findWords(text: string, words: readonly string[]): readonly Range[] {
  const lower = text.toLowerCase();
  // Lower case may be longer than what it was made from; offsets would then point elsewhere.
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

/** The fields that hold at least one of the words, in the order they count. */
export function matchedFields(row: SkillRow, query: string): readonly FieldMatch[] {
  const words = queryWords(query);
  const fields: ReadonlyArray<readonly [FieldMatch['field'], string]> = [
    ['name', row.name],
    ['tags', row.tags.join(', ')],
    ['summary', row.summary ?? ''],
  ];
  return fields
    .map(([field, text]) => ({ field, text, ranges: findWords(text, words) }))
    .filter(({ ranges }) => ranges.length > 0);
}
