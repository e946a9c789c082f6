/** Skills that the service's keyword search finds for what is typed, as the view shows them. */
import type { SearchResponse } from '../../../src-server/contract/api/api.ts';
import type { SkillRow } from '../../skill/skill-row.ts';

/** Where a row has the words; an alias is a name that the row doesn't show. */
export type NameMatchKind = 'name' | 'tags' | 'summary' | 'alias';

/** A row that matches, and where. */
export interface NameMatch {
  readonly row: SkillRow;
  readonly kind: NameMatchKind;
}

/** The best rows in the service's order, and how many there are. */
export interface NameMatches {
  readonly best: readonly NameMatch[];
  readonly total: number;
}

export const NO_NAMES: NameMatches = { best: [], total: 0 };

const WORDS = /[\p{L}\p{N}+#]+/gu;

/** The parts of a query that are marked: letters and digits, case ignored; a hyphenated word is its parts. */
export function queryWords(query: string): readonly string[] {
  return [...new Set(query.toLowerCase().match(WORDS) ?? [])];
}

/** The rows of an answer. A skill that the list doesn't have, or no longer, is left out. */
export function toNameMatches(
  { query, results }: SearchResponse,
  rows: ReadonlyMap<string, SkillRow>,
  most: number,
): NameMatches {
  const words = queryWords(query);
  const known = results.flatMap(({ key }) => rows.get(key) ?? []);
  return {
    best: known.slice(0, most).map((row) => ({ row, kind: kindOf(row, words) })),
    total: known.length,
  };
}

/** The rows whose name or tags have all words, for a service that can't be asked: they still open what was read before. */
export function rowsCalled(query: string, rows: Iterable<SkillRow>, most: number): NameMatches {
  const words = queryWords(query);
  if (words.length === 0) return NO_NAMES;
  const called = Array.from(rows, (row) => ({ row, kind: kindOf(row, words) })).filter(
    ({ kind }) => kind === 'name' || kind === 'tags',
  );
  return { best: called.slice(0, most), total: called.length };
}

function kindOf({ name, key, tags, summary }: SkillRow, words: readonly string[]): NameMatchKind {
  const has = (text: string) => {
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
  if (has(`${name} ${key}`)) return 'name';
  if (has(tags.join(' '))) return 'tags';
  return has(`${name} ${tags.join(' ')} ${summary ?? ''}`) ? 'summary' : 'alias';
}
