/** Names that contain what is typed: found here, in the list that the window has, so that no key waits for an answer. */
import type { SkillRow } from '../../skill/skill-row.ts';

/** How a row contains the words, the better first: in its name as whole words, their starts, their insides; in its tags. */
export type NameMatchKind = 'whole' | 'start' | 'part' | 'tag';

/** A row that has the words, and where. */
export interface NameMatch {
  readonly row: SkillRow;
  readonly kind: NameMatchKind;
}

/** The best of them, and how many there are. */
export interface NameMatches {
  /** The best ones: better kinds first, then by trust, then by name. */
  readonly best: readonly NameMatch[];
  /** How many there are. */
  readonly total: number;
}

/** The rows with their names as they are compared; made once for a list. */
export interface NameIndex {
  readonly rows: readonly IndexedRow[];
}

interface IndexedRow {
  readonly row: SkillRow;
  readonly name: string;
  readonly key: string;
  readonly tags: string;
}

const KINDS: readonly NameMatchKind[] = ['whole', 'start', 'part', 'tag'];
const NONE: NameMatches = { best: [], total: 0 };
const WORDS = /[\p{L}\p{N}+#]+/gu;
/** Between `n` and `S` of `JsonSerde`, a word ends. */
const CAMEL_BORDER = /(\p{Ll})(?=\p{Lu})/gu;

/** The parts of a query that are looked for: letters and digits, case ignored; a hyphenated word is its parts. */
export function queryWords(query: string): readonly string[] {
  return [...new Set(query.toLowerCase().match(WORDS) ?? [])];
}

/** Prepares the rows for `matchNames`, once for each list. */
export function indexNames(rows: readonly SkillRow[]): NameIndex {
  return {
    rows: rows.map((row) => ({
      row,
      name: ` ${row.name.replace(CAMEL_BORDER, '$1 ').toLowerCase()} ${row.name.toLowerCase()}`,
      key: row.key.toLowerCase(),
      tags: row.tags.join(' ').toLowerCase(),
    })),
  };
}

/** The rows whose name, or else whose tags, contain every word of the query; a key that is typed whole is its own row. */
export function matchNames({ rows }: NameIndex, query: string, most: number): NameMatches {
  const words = queryWords(query);
  if (words.length === 0) return NONE;
  const typedKey = query.trim().toLowerCase();
  const best: NameMatch[] = [];
  let total = 0;
  for (const indexed of rows) {
    const kind = indexed.key === typedKey ? 'whole' : kindOf(indexed, words);
    if (kind === undefined) continue;
    total += 1;
    insert(best, { row: indexed.row, kind }, most);
  }
  return { best, total };
}

function kindOf({ name, tags }: IndexedRow, words: readonly string[]): NameMatchKind | undefined {
  let worst = 0;
  for (const word of words) {
    const rank = rankIn(name, word);
    if (rank === undefined) return words.every((one) => tags.includes(one)) ? 'tag' : undefined;
    worst = Math.max(worst, rank);
  }
  return KINDS[worst];
}

/** 0 for a whole word, 1 for a word's start, 2 for an inside. */
function rankIn(text: string, word: string): number | undefined {
  let best: number | undefined;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const starts = !isWordPart(text[at - 1]);
    if (starts && !isWordPart(text[at + word.length])) return 0;
    best = Math.min(best ?? 2, starts ? 1 : 2);
  }
  return best;
}

function isWordPart(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}+#]/u.test(character);
}

/** Puts a match into its place among the best, and the last one out where there are too many. */
function insert(best: NameMatch[], match: NameMatch, most: number): void {
  const last = best.at(-1);
  if (best.length === most && last !== undefined && compare(last, match) <= 0) return;
  const at = best.findIndex((other) => compare(match, other) < 0);
  best.splice(at < 0 ? best.length : at, 0, match);
  if (best.length > most) best.pop();
}

function compare(a: NameMatch, b: NameMatch): number {
  return (
    KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
    (b.row.trust ?? -1) - (a.row.trust ?? -1) ||
    compareText(a.row.name, b.row.name) ||
    compareText(a.row.key, b.row.key)
  );
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
