/** What the registry's worker counts in a skill for search, as packed numbers, and posts in batches. */
import type { SkillKey } from '../contract/api.ts';

/** Numbers in as few bytes each, 1, 2 or 4, as the largest takes. */
export type NarrowNumbers = Uint8Array | Uint16Array | Uint32Array;

/** Terms of a skill, ascending by number. Immutable. Its arrays are parts of one buffer, see `inOneBuffer`. */
export interface SkillTerms {
  readonly key: SkillKey;
  readonly termCount: number;
  /** The first term of each block of records, ascending. */
  readonly blockTerms: Uint32Array;
  /** By block: where its records begin in `records`. */
  readonly blockStarts: NarrowNumbers;
  /**
   * By term: how often texts have it, with `FIELD` bits, its passages, and the entries that have it. Passages are numbered
   * across files. See term-records.ts.
   */
  readonly records: Uint8Array;
  /** By file: number of passages. Last come the symptoms, each a passage. */
  readonly filePassages: Uint32Array;
  /** 1,024 · Euclidean length of the term frequencies, each as `ln(1 + tf)`. */
  readonly length: number;
  /** For each entry `ENTRY_ROW` numbers, see `ENTRY`. Entries are numbered in the order of files. */
  readonly entries: NarrowNumbers;
  /** The runs of tokens in bad forms, ascending by number: see `runsOfCode`. A run stands once for each entry that has it. */
  readonly codeRuns: Uint32Array;
  /** By run: the entry that has it. */
  readonly codeEntries: Uint16Array;
}

/** What a row of `SkillTerms.entries` says of an entry, or of a question that its author expects: rows behind those of its file. */
export const ENTRY = {
  /** Number of the file in `SearchDocument.files`. */
  file: 0,
  /** Number of the entry in its file; of a question the row of its entry. */
  number: 1,
  /** The first line of the entry, counted from 1. */
  line: 2,
  /** What the entry is: one of `ENTRY_KIND`. */
  kind: 3,
  /** Words in its title, prose and code. A question is a title. */
  titleWords: 4,
  proseWords: 5,
  codeWords: 6,
} as const;
export const ENTRY_ROW = 7;

export const ENTRY_KIND = { other: 0, danger: 1, example: 2, start: 3, question: 4 } as const;

/** Place of a field's count in a number, and the highest count. */
export const ENTRY_FIELD = {
  title: { shift: 0, most: 15 },
  prose: { shift: 4, most: 511 },
  code: { shift: 13, most: 511 },
} as const;

/** Words that a dictionary got since its last batch. */
export interface NewWords {
  /** Number of the first term. */
  readonly first: number;
  readonly terms: readonly string[];
  /** Written forms other than their terms: `threading` for `thread`. */
  readonly forms: readonly string[];
  /** The number of the term that each of `forms` belongs to. */
  readonly formTerms: readonly number[];
}

/** The words of a dictionary come in order, from number 0. */
export interface TermBatch {
  /** Identifies the numbering. A batch of another one replaces it, and has its first words. */
  readonly dictionary: string;
  readonly words: NewWords;
  readonly skills: readonly SkillTerms[];
}

/**
 * Words that no skill uses any more are dropped once there are this many more of them than words in use: dropping costs a
 * pass over all words.
 */
export const FEW_WORDS = 4_096;

/** Lengths are stored as whole 1,024ths, so that a sum is the same in any order. */
export const LENGTH_UNIT = 1024;

/** The lowest nine bits of a frequency: how often a text has the term. `FIELD` has the other bits. */
export const OCCURRENCES = (1 << 9) - 1;

/** Bits of a frequency: the fields of a skill that have the term. */
export const FIELD = {
  symptoms: 1 << 9,
  name: 1 << 10,
  tags: 1 << 11,
  language: 1 << 12,
  summary: 1 << 13,
  author: 1 << 14,
  heading: 1 << 15,
} as const;

/** Fields whose words count as words of every passage. */
export const METADATA = FIELD.name | FIELD.tags | FIELD.language | FIELD.summary | FIELD.author;
