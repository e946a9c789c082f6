import { likenessOf } from './code-runs.ts';
import { type IndexedSkill, placeOfTerm } from './find-index.ts';
import type { QueryTerm, ResolvedQuery } from './resolve-query.ts';
import { ENTRY, ENTRY_FIELD, ENTRY_KIND, ENTRY_ROW, type SearchFile } from './search-document.ts';
import { ORDINARY_WORDS } from './word-lists.ts';

/**
 * Parameters of the choice among the entries of a skill. They were chosen by judged questions, and differences below a
 * twentieth between settings say nothing: docs/search.md.
 */
export interface EntryWeights {
  /** What an occurrence counts, by the field that it stands in. */
  readonly title: number;
  readonly body: number;
  readonly question: number;
  /** Share of a word that tells no subject, such as `somebody`. */
  readonly ordinary: number;
  /** Share of a word that means the same as an asked one, such as `crash` for `segfault`. */
  readonly related: number;
  /** Share of a near word in place of one that no skill has. */
  readonly near: number;
  /** Weight of length: an entry has no norm at 0, and is divided by its length at 1. */
  readonly lengthShare: number;
  /** Words of an entry whose norm is 1. */
  readonly usualWords: number;
  /** Factors by kind: a pitfall or safety rule, an example, and what stands before the first heading of a file. */
  readonly danger: number;
  readonly example: number;
  readonly start: number;
  /** Of a question with code: what a bad form that is the same counts, in weights of the entry with most words. */
  readonly like: number;
  /** Factor of files that show how to do it, for a question with code. */
  readonly standBack: number;
}

export const ENTRY_WEIGHTS: EntryWeights = {
  title: 2,
  body: 1,
  question: 1,
  ordinary: 0.4,
  related: 0.4,
  near: 0.4,
  lengthShare: 0.4,
  usualWords: 60,
  danger: 1.4,
  example: 0.5,
  start: 0.7,
  like: 6,
  standBack: 0.5,
};

/** They stand in titles of all kinds, and tell no entry from another there. */
const ORDINARY_IN_TITLES: ReadonlySet<string> = new Set(['never', 'end', 'pass', 'go']);

export interface WeighedEntry {
  readonly path: string;
  /** Number of the entry in its file, and its first line: see `entryAt`. */
  readonly number: number;
  readonly line: number;
  readonly kind: keyof typeof ENTRY_KIND;
  readonly weight: number;
  /** How much its bad form is like the code of the question, 0 to 1; 0 without code. */
  readonly likeness: number;
  /** Number of the entry in its skill. */
  readonly entry: number;
}

/** The entry that is shown as the answer, with the terms that it has. */
export interface AnsweringEntry extends WeighedEntry {
  /** Terms of the query that it has. */
  readonly terms: ReadonlySet<string>;
}

/**
 * The entries of a skill that have a word of the query, best first. Each has the weight
 *
 *     sum of rarity(t) · ln(1 + tf(t)) · share(t) / norm  ·  (1 + asked words of the title / all of them)  ·  kind
 *
 * where `rarity` counts the entries of this skill alone: what all of them have, such as the name of the library, tells
 * none from another. Nothing is read but numbers that the worker has counted. An example is never first if another entry
 * has words of the query.
 */
export function weighEntries(
  skill: IndexedSkill,
  { terms, codeRuns }: ResolvedQuery,
  weights: EntryWeights = ENTRY_WEIGHTS,
): readonly WeighedEntry[] {
  const { entries: rows } = skill;
  const sums = new EntrySums(skill, weights);
  for (const term of terms) sums.add(term);
  const likeness = codeRuns && likenessOf(skill, codeRuns);
  const weighed: WeighedEntry[] = [];
  for (let entry = 0; entry < sums.all; entry += 1) {
    if (!sums.has(entry) && !likeness?.has(entry)) continue;
    const row = entry * ENTRY_ROW;
    const words = (rows[row + ENTRY.proseWords] as number) + (rows[row + ENTRY.codeWords] as number);
    // A title without a text says nothing.
    if (words === 0) continue;
    const kind = KINDS[rows[row + ENTRY.kind] as number] ?? 'other';
    const norm = 1 - weights.lengthShare + (weights.lengthShare * words) / weights.usualWords;
    const inTitle = Math.min(1, sums.titleWords(entry) / Math.max(1, rows[row + ENTRY.titleWords] as number));
    const { path } = skill.document.files[rows[row + ENTRY.file] as number] as SearchFile;
    weighed.push({
      path,
      number: rows[row + ENTRY.number] as number,
      line: rows[row + ENTRY.line] as number,
      kind,
      weight: (sums.of(entry) / norm) * (1 + inTitle) * (kind === 'other' ? 1 : weights[kind]),
      likeness: likeness?.get(entry) ?? 0,
      entry,
    });
  }
  const ranked = likeness === undefined ? weighed : weighedAsCode(weighed, weights);
  // The sort is stable: equal entries keep the order of their files.
  ranked.sort((a, b) => b.weight - a.weight);
  const first = ranked.findIndex(({ kind }) => kind !== 'example');
  return first < 1
    ? ranked
    : [ranked[first] as WeighedEntry, ...ranked.slice(0, first), ...ranked.slice(first + 1)];
}

/** Files that show how to do it: what somebody is about to write looks like them, too. */
const STAND_BACK = /^(?:quickstart|overview|performance|examples)\b/;

/** Of a question with code: the share of the heaviest entry's weight by words, and the likeness of bad forms. */
function weighedAsCode(weighed: readonly WeighedEntry[], { like, standBack }: EntryWeights): WeighedEntry[] {
  const most = weighed.reduce((max, { weight }) => Math.max(max, weight), 0) || 1;
  return weighed.map((entry) => {
    const { weight, likeness = 0, path } = entry;
    const factor = STAND_BACK.test(path) ? standBack : 1;
    return { ...entry, weight: factor * (weight / most + like * likeness) };
  });
}

const KINDS = Object.keys(ENTRY_KIND) as readonly (keyof typeof ENTRY_KIND)[];

/** The terms of the query that an entry of a skill has. */
export function termsOfEntry(
  skill: IndexedSkill,
  { terms }: ResolvedQuery,
  { entry }: WeighedEntry,
): ReadonlySet<string> {
  const { entryStarts, entryNumbers } = skill;
  const found = terms.filter(({ number }) => {
    const place = placeOfTerm(skill, number);
    return place >= 0 && entryNumbers.subarray(entryStarts[place], entryStarts[place + 1]).includes(entry);
  });
  return new Set(found.map(({ term }) => term));
}

/** Sums by the entries of one skill. */
class EntrySums {
  readonly #skill: IndexedSkill;
  readonly #weights: EntryWeights;
  readonly #sums: Float64Array;
  readonly #titleWords: Uint16Array;
  /** 1 for an entry that has a term. */
  readonly #found: Uint8Array;

  constructor(skill: IndexedSkill, weights: EntryWeights) {
    this.#skill = skill;
    this.#weights = weights;
    const all = skill.entries.length / ENTRY_ROW;
    this.#sums = new Float64Array(all);
    this.#titleWords = new Uint16Array(all);
    this.#found = new Uint8Array(all);
  }

  /** The number of entries that the skill has. */
  get all(): number {
    return this.#sums.length;
  }

  has(entry: number): boolean {
    return this.#found[entry] === 1;
  }

  of(entry: number): number {
    return this.#sums[entry] as number;
  }

  /** Asked words in the title. */
  titleWords(entry: number): number {
    return this.#titleWords[entry] as number;
  }

  add({ number, term, kind, word }: QueryTerm): void {
    const { entryStarts, entryNumbers, entryCounts } = this.#skill;
    const place = placeOfTerm(this.#skill, number);
    if (place < 0) return;
    const [from, to] = [entryStarts[place] as number, entryStarts[place + 1] as number];
    const rarity = Math.max(0, Math.log((this.all + 1) / (to - from + 0.5)));
    const share = this.#shareOf(kind) * (ORDINARY_WORDS.has(word.toLowerCase()) ? this.#weights.ordinary : 1);
    for (let i = from; i < to; i += 1) {
      const entry = entryNumbers[i] as number;
      const counts = entryCounts[i] as number;
      const part = share * rarity * Math.log1p(this.#frequency(term, counts));
      this.#sums[entry] = (this.#sums[entry] as number) + part;
      this.#found[entry] = 1;
      const isAsked = kind === 'own' && !ORDINARY_IN_TITLES.has(term);
      if (isAsked && countIn('title', counts) > 0)
        this.#titleWords[entry] = (this.#titleWords[entry] as number) + 1;
    }
  }

  #frequency(term: string, counts: number): number {
    const { title, body, question } = this.#weights;
    const ofTitle = ORDINARY_IN_TITLES.has(term) ? body : title;
    return (
      ofTitle * countIn('title', counts) +
      body * (countIn('prose', counts) + countIn('code', counts)) +
      question * countIn('questions', counts)
    );
  }

  #shareOf(kind: QueryTerm['kind']): number {
    const { related, near } = this.#weights;
    if (kind === 'own' || kind === 'corrected') return 1;
    return kind === 'related' ? related : near;
  }
}

function countIn(field: keyof typeof ENTRY_FIELD, counts: number): number {
  const { shift, most } = ENTRY_FIELD[field];
  return (counts >>> shift) & most;
}
