/** Additions of `explain=1` to `GET /v1/find`. */
/**
 * Compared with chance. Strong: about the question. Partial: may help. Weak: probably about another subject.
 * Independent of the order.
 */
export type MatchStrength = 'strong' | 'partial' | 'weak';

/**
 * `match`: the results answer. `unsure`: closest matches. `none`: no skill covers the library, or no
 * distinctive word occurs.
 */
export type Verdict = 'match' | 'unsure' | 'none';

/** Library or tool that printed a message, or that the question names and no skill covers. */
export interface NamedSource {
  /** As in the message: `django`, `@prisma/client`. */
  readonly name: string;
  readonly skills: readonly string[];
  /** True if the question names the library, and is no message of the library. */
  readonly asked?: boolean;
}

export interface QuestionReport {
  /** Strength of the first result; weak without results. */
  readonly strength: MatchStrength;
  readonly verdict: Verdict;
  /** Absent if the question is no message, or the origin is unclear. */
  readonly source?: NamedSource;
  /** Telling words that no skill has; absent without one, and beside a strong answer. */
  readonly missing?: readonly string[];
  readonly skills: number;
  /** Skills with any of the words or a related word. */
  readonly matching: number;
  readonly words: readonly AskedWord[];
  /** Words without meaning for skills, as in the query. */
  readonly left_out: readonly string[];
}

/** Identifiers are searched as a whole and by their parts. */
export interface AskedWord {
  /** The word or its identifier, as in the query. */
  readonly word: string;
  /** Term in the index. */
  readonly term: string;
  /** Number of skills with the term. */
  readonly skills: number;
  /** Used if no skill has the word. */
  readonly near?: readonly string[];
}

export type TermPlace = 'name' | 'tags' | 'language' | 'summary' | 'symptoms' | 'author' | 'heading' | 'text';

/** Occurrences in a section. Comments in code count as text. */
export interface SectionCounts {
  readonly heading: number;
  readonly text: number;
  readonly code: number;
}

/** The weights of a result add up to `raw_score`. */
export interface MatchedTerm {
  /** As in the query. */
  readonly word: string;
  /** In the index: stemmed, or the nearest known word. */
  readonly term: string;
  readonly weight: number;
  /** `weight / raw_score`, 0 to 1. */
  readonly share: number;
  /** In the skill's files, at most 511. */
  readonly occurrences: number;
  /** Number of skills with the term. */
  readonly skills: number;
  /** True if `term` is a near word, since the index lacks `word`. */
  readonly replaced?: boolean;
  /** True if `term` is a synonym: `segfault` for `crash`. */
  readonly related?: boolean;
  /** Readable form of `term`: `authentication` for `authent`. */
  readonly shown?: string;
  /** At least one. */
  readonly places: readonly TermPlace[];
  /** First five files with the term, in order. */
  readonly files: readonly string[];
  /** In the shown section. */
  readonly here?: SectionCounts;
  /** Counts of the compound with the next word: `shutdown` for `shut down`. */
  readonly joined?: SectionCounts;
}

export interface BestSection {
  /** Relative path. */
  readonly file: string;
  /** Without `#`; null before the first heading. */
  readonly heading: string | null;
  /** From 1, inclusive. */
  readonly line_start: number;
  readonly line_end: number;
  /** Excerpts on one line, at most 300 characters. */
  readonly snippet: string;
  /** `[start, end)` offsets of matched words in `snippet`. */
  readonly highlights: ReadonlyArray<readonly [start: number, end: number]>;
  /**
   * Empty if the section has only a heading. For wrong and right forms: the claim, the good form, and the bad
   * form if matched.
   */
  readonly excerpts: readonly Excerpt[];
}

/** Original text; lines are never joined. */
export interface Excerpt {
  /** `prose`: paragraph, list item or table row in Markdown. `code`: at most ten whole lines. */
  readonly kind: 'prose' | 'code';
  /** Author's label of the code. */
  readonly label?: 'bad' | 'good';
  /** From the fence or the file extension. */
  readonly language?: string;
  /** From 1. */
  readonly line: number;
  /** Lines end in `\n`, except the last. `…` marks omissions. */
  readonly text: string;
  /** `[start, end)` offsets of matched words in `text`, sorted, disjoint. */
  readonly highlights: ReadonlyArray<readonly [start: number, end: number]>;
}
