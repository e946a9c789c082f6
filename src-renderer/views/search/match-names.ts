import type { SearchResponse } from '../../../src-server/contract/api/api.ts';
import type { SkillRow } from '../../skill/skill-row.ts';

/** Field with all words. `alias`: name not shown in the row. */
export type NameMatchKind = 'name' | 'tags' | 'summary' | 'alias';

export interface NameMatch {
  readonly row: SkillRow;
  readonly kind: NameMatchKind;
}

/** `best` is in the service's order; `total` counts all matches. */
export interface NameMatches {
  readonly best: readonly NameMatch[];
  readonly total: number;
}

export const NO_NAMES: NameMatches = { best: [], total: 0 };

const WORDS = /[\p{L}\p{N}+#]+/gu;

/** Lower-case words to mark. Hyphens separate words. */
export function queryWords(query: string): readonly string[] {
  return [...new Set(query.toLowerCase().match(WORDS) ?? [])];
}

/** Omits skills missing from the list. */
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

/** Without the service: cached skills still open. */
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
