/** `explain=1` in `GET /v1/find`. */
/**
 * Compared with chance. Strong: on the subject. Partial: may help. Weak: probably another subject.
 * Independent of the order.
 */
export type MatchStrength = 'strong' | 'partial' | 'weak';

/**
 * `match`: answered. `unsure`: closest matches. `none`: library not covered, or no distinctive word found.
 */
export type Verdict = 'match' | 'unsure' | 'none';

/** Library or tool that printed a message, or is named by the question without a skill. */
export interface NamedSource {
  /** `django`, `@prisma/client`. */
  readonly name: string;
  readonly skills: readonly string[];
  /** Named by a question, not by a message. */
  readonly asked?: boolean;
}

export interface QuestionReport {
  /** Of the first result; weak without results. */
  readonly strength: MatchStrength;
  readonly verdict: Verdict;
  /** Only for messages of clear origin. */
  readonly source?: NamedSource;
  /** Distinctive words without skill. Absent for strong answers. */
  readonly missing?: readonly string[];
  readonly skills: number;
  /** Skills with any word or related word. */
  readonly matching: number;
  readonly words: readonly AskedWord[];
  /** Words without meaning for skills, as sent. */
  readonly left_out: readonly string[];
}

/** Identifiers are searched as a whole and in parts. */
export interface AskedWord {
  /** Word or identifier, as sent. */
  readonly word: string;
  /** In the index. */
  readonly term: string;
  /** With the term. */
  readonly skills: number;
  /** Used instead of an unknown word. */
  readonly near?: readonly string[];
}

export type TermPlace = 'name' | 'tags' | 'language' | 'summary' | 'symptoms' | 'author' | 'heading' | 'text';

/** In a section. Comments in code count as text. */
export interface SectionCounts {
  readonly heading: number;
  readonly text: number;
  readonly code: number;
}

/** Weights add up to `raw_score`. */
export interface MatchedTerm {
  /** As sent. */
  readonly word: string;
  /** In the index: stemmed, or nearest known word. */
  readonly term: string;
  readonly weight: number;
  /** `weight / raw_score`, 0 to 1. */
  readonly share: number;
  /** In all files, at most 511. */
  readonly occurrences: number;
  /** With the term. */
  readonly skills: number;
  /** `term` is near an unknown `word`. */
  readonly replaced?: boolean;
  /** `term` is a synonym: `segfault` for `crash`. */
  readonly related?: boolean;
  /** Readable `term`: `authentication` for `authent`. */
  readonly shown?: string;
  /** At least one. */
  readonly places: readonly TermPlace[];
  /** At most five, in order. */
  readonly files: readonly string[];
  /** In the shown section. */
  readonly here?: SectionCounts;
  /** Of the compound with the next word: `shutdown` for `shut down`. */
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
  /** On one line, at most 300 characters. */
  readonly snippet: string;
  /** `[start, end)` offsets in `snippet`. */
  readonly highlights: ReadonlyArray<readonly [start: number, end: number]>;
  /** Empty for a mere heading. Wrong and right forms: claim, good form, and bad form if matched. */
  readonly excerpts: readonly Excerpt[];
}

/** Original text, lines never joined. */
export interface Excerpt {
  /** `prose`: Markdown paragraph, list item or table row. `code`: at most ten lines. */
  readonly kind: 'prose' | 'code';
  /** Author's label. */
  readonly label?: 'bad' | 'good';
  /** From fence or file extension. */
  readonly language?: string;
  /** From 1. */
  readonly line: number;
  /** Lines end in `\n`, except the last. `…` marks omissions. */
  readonly text: string;
  /** `[start, end)` offsets in `text`, sorted, disjoint. */
  readonly highlights: ReadonlyArray<readonly [start: number, end: number]>;
  /** `text` for display. Prose: one line without Markdown marks. Code: without common indentation. */
  readonly lines: readonly ExcerptLine[];
}

export interface ExcerptLine {
  /** A comment as a whole. */
  readonly comment?: true;
  readonly pieces: readonly ExcerptPiece[];
}

export interface ExcerptPiece {
  readonly text: string;
  /** Inline code in prose. */
  readonly code?: true;
  /** `[start, end)` offsets in `text`, sorted, disjoint. */
  readonly highlights: ReadonlyArray<readonly [start: number, end: number]>;
}
