/** What `explain=1` adds to the answer of `GET /v1/find`: why a skill is there, and where in it to read. */
/**
 * How good an answer is, against what chance gives. Strong: about what was asked; partial: has some of it, and may help;
 * weak: probably about something else, which has some of the words too. It never changes the order.
 */
export type MatchStrength = 'strong' | 'partial' | 'weak';

/**
 * What the registry has for a question. `match`: results that answer. `unsure`: the closest matches. `none`: the question is
 * about a library that no skill covers, or no telling word of it occurs.
 */
export type Verdict = 'match' | 'unsure' | 'none';

/** The library or tool that a message comes from. */
export interface NamedSource {
  /** As the message has it: `django`, `@prisma/client`. */
  readonly name: string;
  /** The skills about it; empty if no skill covers it. */
  readonly skills: readonly string[];
}

/** How a question was understood. */
export interface QuestionReport {
  /** Of the whole answer: that of its first result; weak where nothing was found. */
  readonly strength: MatchStrength;
  readonly verdict: Verdict;
  /** Absent if the question is no message, or doesn't tell where it comes from. */
  readonly source?: NamedSource;
  /** Skills that were looked through. */
  readonly skills: number;
  /** Skills that have any of the words, or a related one: all that a greater `limit` would give. */
  readonly matching: number;
  /** The words that were looked for, in their order. */
  readonly words: readonly AskedWord[];
  /** Words that say nothing about a skill, as they stand in the query: they were not looked for. */
  readonly left_out: readonly string[];
}

/** A word that was looked for. An identifier is one as a whole, and each of its parts is one. */
export interface AskedWord {
  /** The word, or the identifier it is part of, as it stands in the query. */
  readonly word: string;
  /** What it was looked up as. */
  readonly term: string;
  /** In how many skills it stands; 0 where none has it. */
  readonly skills: number;
  /** The terms that were looked for in its stead, where no skill has it; absent where there is none. */
  readonly near?: readonly string[];
}

/** Where in a skill a word may stand: in a field of its entry, its symptoms, a heading of its files, or their text and code. */
export type TermPlace = 'name' | 'tags' | 'language' | 'summary' | 'symptoms' | 'author' | 'heading' | 'text';

/** How often a word stands in one section, by what it stands in there. A comment in code is text. */
export interface SectionCounts {
  readonly heading: number;
  readonly text: number;
  readonly code: number;
}

/** A word of the query and what it added to one result. The weights of a result add up to its `raw_score`. */
export interface MatchedTerm {
  /** The word as it stands in the query. */
  readonly word: string;
  /** The word of the index it was looked up as (stemmed, or the nearest known word). */
  readonly term: string;
  /** Part of `raw_score`. */
  readonly weight: number;
  /** `weight / raw_score`, 0 to 1. */
  readonly share: number;
  /** How often the term stands in this skill's files, 511 at most; 0 where only metadata has it. */
  readonly occurrences: number;
  /** In how many skills the term stands. */
  readonly skills: number;
  /** True where the index doesn't know the word and `term` is a near one. */
  readonly replaced?: boolean;
  /** True where `term` is another word for the same, `segfault` for `crash`. */
  readonly related?: boolean;
  /** Where `term` is not the word's own: how people write it, `authentication` for `authent`; absent where it isn't known. */
  readonly shown?: string;
  /** Where it stands in this skill, at least one. */
  readonly places: readonly TermPlace[];
  /** Files that have it, in their order, the first five. */
  readonly files: readonly string[];
  /** In the section that is shown; absent where none is. */
  readonly here?: SectionCounts;
  /** The same of the one word that it makes with its neighbour, `shutdown` for `shut down`; absent where none is there. */
  readonly joined?: SectionCounts;
}

/** The section of a skill that answers best. */
export interface BestSection {
  /** Relative path of the file. */
  readonly file: string;
  /** The heading above, without its `#`; null before the first one. */
  readonly heading: string | null;
  /** First and last line of the section, counted from 1. */
  readonly line_start: number;
  readonly line_end: number;
  /** The excerpts in at most 300 characters on one line, with their labels; words are whole. */
  readonly snippet: string;
  /** `[start, end)` offsets of matched words in `snippet`. */
  readonly highlights: ReadonlyArray<readonly [start: number, end: number]>;
  /**
   * The same place for reading, in the order of the text; empty where the section is nothing but its heading. Where it is
   * about how to do something wrong and right, the claim comes with the good form, and the bad form where that matched.
   */
  readonly excerpts: readonly Excerpt[];
}

/** A piece of a section as it is written: lines are never joined. */
export interface Excerpt {
  /** `prose`: a paragraph, an item of a list or a row of a table, as Markdown; `code`: ten whole lines at most. */
  readonly kind: 'prose' | 'code';
  /** What the author shows it as: how not to do it, or how to do it; absent where it is neither. */
  readonly label?: 'bad' | 'good';
  /** What the fence or the ending of the file calls the code's language; absent where neither does. */
  readonly language?: string;
  /** The line of the file that it begins in, from 1. */
  readonly line: number;
  /** Lines end in `\n`, the last one doesn't. What was left out of a long line, paragraph or code is an ellipsis. */
  readonly text: string;
  /** `[start, end)` offsets of matched words in `text`, in order and apart. */
  readonly highlights: ReadonlyArray<readonly [start: number, end: number]>;
}
