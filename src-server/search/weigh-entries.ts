import { likenessOf } from './code-runs.ts';
import type { IndexedSkill } from './find-index.ts';
import type { QueryTerm, ResolvedQuery } from './resolve-query.ts';
import type { SearchFile } from './search-document.ts';
import { ENTRY, ENTRY_KIND, ENTRY_ROW, type NarrowNumbers } from './skill-terms.ts';
import { countIn, RecordReader } from './term-records.ts';
import { ORDINARY_WORDS } from './word-lists.ts';

/**
 * Parameters of the choice among the entries of a skill. They were chosen by judged questions, and differences below a
 * twentieth between settings say nothing: docs/search.md.
 */
export interface EntryWeights {
  /** What an occurrence counts, by the field that it stands in. A question of an author is a title. */
  readonly title: number;
  readonly body: number;
  /** Share of the lesser one of text and nearest question that is added to the other. */
  readonly lesser: number;
  /** Share of a word that tells no subject, such as `somebody`. */
  readonly ordinary: number;
  /** Share of a word that means the same as an asked one, such as `crash` for `segfault`. */
  readonly related: number;
  /** Share of a near word in place of one that no skill has. */
  readonly near: number;
  /** Weight of an entry's length: at 0 nothing is divided, at 1 the weight is divided by the length. */
  readonly lengthShare: number;
  /** Words of an entry whose norm is 1. */
  readonly usualWords: number;
  /**
   * Factors by kind: a pitfall or safety rule, an example, and what stands before the first heading of a file. A danger with
   * questions gets none: they say what people ask.
   */
  readonly danger: number;
  readonly example: number;
  readonly start: number;
  /** What an equal bad form counts for a question with code, in weights of the heaviest entry by words. */
  readonly like: number;
  /** Factor of files that show how to do it, for a question with code. */
  readonly standBack: number;
}

export const ENTRY_WEIGHTS: EntryWeights = {
  title: 2,
  body: 1,
  lesser: 0.3,
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

/** Words that stand in titles of all kinds, and tell no entry from another there. */
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
  /** Row of the entry among those of its skill. */
  readonly entry: number;
  /** Row of the nearest question that its author expects; undefined if none has a word of the query. */
  readonly question: number | undefined;
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
 * none from another. The questions that an author expects are weighed each by itself, since words of several ones match by
 * chance; the nearest one counts in place of the text where it weighs more. Nothing is read but numbers that the worker has
 * counted. An example is never first if another entry has words of the query.
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
  // Questions stand behind the entries of their file.
  const questions = nearestQuestions(rows, sums, weights);
  for (let entry = 0; entry < sums.rows; entry += 1) {
    const question = questions.get(entry);
    if (!sums.has(entry) && !likeness?.has(entry) && (question?.weight ?? 0) === 0) continue;
    const row = entry * ENTRY_ROW;
    const kind = KINDS[rows[row + ENTRY.kind] as number] ?? 'other';
    const words = (rows[row + ENTRY.proseWords] as number) + (rows[row + ENTRY.codeWords] as number);
    // A title without a text says nothing.
    if (words === 0 || kind === 'question') continue;
    const inTitle = Math.min(1, sums.titleWords(entry) / Math.max(1, rows[row + ENTRY.titleWords] as number));
    const isAsked = kind === 'danger' && question !== undefined;
    const factor = kind === 'other' || isAsked ? 1 : weights[kind];
    const text = (sums.of(entry) / normOf(words, weights)) * (1 + inTitle) * factor;
    const asked = question?.weight ?? 0;
    const { path } = skill.document.files[rows[row + ENTRY.file] as number] as SearchFile;
    weighed.push({
      path,
      number: rows[row + ENTRY.number] as number,
      line: rows[row + ENTRY.line] as number,
      kind,
      weight: Math.max(text, asked) + weights.lesser * Math.min(text, asked),
      likeness: likeness?.get(entry) ?? 0,
      entry,
      question: asked > 0 ? question?.row : undefined,
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

function normOf(words: number, { lengthShare, usualWords }: EntryWeights): number {
  return 1 - lengthShare + (lengthShare * words) / usualWords;
}

interface NearestQuestion {
  readonly row: number;
  /** Weight of the question; 0 if no question of the entry has a word of the query. */
  readonly weight: number;
}

/** Returns the heaviest question of each entry that has any, by entry. */
function nearestQuestions(
  rows: NarrowNumbers,
  sums: EntrySums,
  weights: EntryWeights,
): ReadonlyMap<number, NearestQuestion> {
  const nearest = new Map<number, NearestQuestion>();
  for (let question = 0; question < sums.rows; question += 1) {
    const row = question * ENTRY_ROW;
    if (rows[row + ENTRY.kind] !== ENTRY_KIND.question) continue;
    const entry = rows[row + ENTRY.number] as number;
    const weight = sums.of(question) / normOf(rows[row + ENTRY.titleWords] as number, weights);
    if (weight > (nearest.get(entry)?.weight ?? -1)) nearest.set(entry, { row: question, weight });
  }
  return nearest;
}

/** Files that show how to do it: what somebody is about to write looks like them, too. */
const STAND_BACK = /^(?:quickstart|overview|performance|examples)\b/;

/** Weighs entries for a question with code, by words as a share of the heaviest entry, and by the likeness of bad forms. */
function weighedAsCode(weighed: readonly WeighedEntry[], { like, standBack }: EntryWeights): WeighedEntry[] {
  const most = weighed.reduce((max, { weight }) => Math.max(max, weight), 0) || 1;
  return weighed.map((entry) => {
    const { weight, likeness = 0, path } = entry;
    const factor = STAND_BACK.test(path) ? standBack : 1;
    return { ...entry, weight: factor * (weight / most + like * likeness) };
  });
}

const KINDS = Object.keys(ENTRY_KIND) as readonly (keyof typeof ENTRY_KIND)[];

/** Returns the terms of the query that an entry of a skill has, or the nearest of its questions. */
export function termsOfEntry(
  skill: IndexedSkill,
  { terms }: ResolvedQuery,
  { entry, question = entry }: WeighedEntry,
): ReadonlySet<string> {
  const record = new RecordReader();
  const found = terms.filter(({ number }) => {
    if (!record.find(skill, number)) return false;
    record.skipPassages();
    while (record.nextEntry()) if (record.row === entry || record.row === question) return true;
    return false;
  });
  return new Set(found.map(({ term }) => term));
}

/** Sums by the rows of one skill: entries, and questions about them. */
class EntrySums {
  readonly #skill: IndexedSkill;
  readonly #weights: EntryWeights;
  readonly #sums: Float64Array;
  readonly #titleWords: Uint16Array;
  /** 1 for a row that has a term. */
  readonly #found: Uint8Array;
  /** By row: the entry itself, or the entry that a question is about. */
  readonly #entries: Uint16Array;
  /** By row of an entry: number of the last term that it was counted for. */
  readonly #counted: Uint16Array;
  #terms = 0;
  #all = 0;
  readonly #record = new RecordReader();
  /** Rows that have the term that was read last, and how often. */
  readonly #foundRows: number[] = [];
  readonly #foundCounts: number[] = [];

  constructor(skill: IndexedSkill, weights: EntryWeights) {
    this.#skill = skill;
    this.#weights = weights;
    const rows = skill.entries.length / ENTRY_ROW;
    this.#sums = new Float64Array(rows);
    this.#titleWords = new Uint16Array(rows);
    this.#found = new Uint8Array(rows);
    this.#counted = new Uint16Array(rows);
    this.#entries = new Uint16Array(rows);
    for (let row = 0; row < rows; row += 1) {
      const isQuestion = skill.entries[row * ENTRY_ROW + ENTRY.kind] === ENTRY_KIND.question;
      this.#entries[row] = isQuestion ? (skill.entries[row * ENTRY_ROW + ENTRY.number] as number) : row;
      if (!isQuestion) this.#all += 1;
    }
  }

  get rows(): number {
    return this.#sums.length;
  }

  has(row: number): boolean {
    return this.#found[row] === 1;
  }

  of(row: number): number {
    return this.#sums[row] as number;
  }

  /** Number of asked words in the title. */
  titleWords(row: number): number {
    return this.#titleWords[row] as number;
  }

  add({ number, term, kind, word }: QueryTerm): void {
    const count = this.#readEntries(number);
    if (count === 0) return;
    const [found, foundCounts] = [this.#foundRows, this.#foundCounts];
    const rarity = Math.max(0, Math.log((this.#all + 1) / (this.#countEntries(count) + 0.5)));
    const share = this.#shareOf(kind) * (ORDINARY_WORDS.has(word.toLowerCase()) ? this.#weights.ordinary : 1);
    for (let i = 0; i < count; i += 1) {
      const row = found[i] as number;
      const counts = foundCounts[i] as number;
      const part = share * rarity * Math.log1p(this.#frequency(term, counts));
      this.#sums[row] = (this.#sums[row] as number) + part;
      this.#found[row] = 1;
      const isAsked = kind === 'own' && !ORDINARY_IN_TITLES.has(term);
      if (isAsked && countIn('title', counts) > 0)
        this.#titleWords[row] = (this.#titleWords[row] as number) + 1;
    }
  }

  /** Reads the rows that have a term, with their counts. Returns their number. */
  #readEntries(term: number): number {
    const record = this.#record;
    if (!record.find(this.#skill, term)) return 0;
    record.skipPassages();
    let count = 0;
    for (; record.nextEntry(); count += 1) {
      this.#foundRows[count] = record.row;
      this.#foundCounts[count] = record.counts;
    }
    return count;
  }

  /** Counts the entries that have the term that was read, in their text or in a question. */
  #countEntries(rows: number): number {
    this.#terms += 1;
    let count = 0;
    for (let i = 0; i < rows; i += 1) {
      const entry = this.#entries[this.#foundRows[i] as number] as number;
      if (this.#counted[entry] !== this.#terms) count += 1;
      this.#counted[entry] = this.#terms;
    }
    return count;
  }

  #frequency(term: string, counts: number): number {
    const { title, body } = this.#weights;
    const ofTitle = ORDINARY_IN_TITLES.has(term) ? body : title;
    return ofTitle * countIn('title', counts) + body * (countIn('prose', counts) + countIn('code', counts));
  }

  #shareOf(kind: QueryTerm['kind']): number {
    const { related, near } = this.#weights;
    if (kind === 'own' || kind === 'corrected') return 1;
    return kind === 'related' ? related : near;
  }
}
