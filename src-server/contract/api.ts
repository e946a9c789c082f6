/**
 * What the HTTP interface answers. Names with an underscore are computed by the service; everything else of a skill
 * comes from its `skill.json`, unknown fields included.
 */
import type { Diagnostic, Severity } from './diagnostic.ts';

/** The languages of the specification. Others are served as they are, with a diagnostic. */
export const LANGUAGES = ['cpp', 'rust', 'python', 'go', 'js'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Reading priority of a knowledge file: P0 before any code is written, P3 for reference. */
export const PRIORITIES = ['P0', 'P1', 'P2', 'P3'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** `{language}/{author}/{name}`: three segments, case-sensitive, none of them empty, `.` or `..`. */
export type SkillKey = string;

/** Body of every answer that isn't a success, whatever its status. */
export interface ErrorBody {
  readonly error: string;
}

/** `GET /health`. */
export interface Health {
  readonly status: 'ok';
  /** The service's version, `x.y.z`. */
  readonly version: string;
}

/** One skill in the list. Enumerations are strings here: a registry's own values are passed on as they are. */
export interface IndexEntry {
  readonly key: SkillKey;
  readonly name: string;
  readonly language: string;
  readonly tier?: string;
  readonly group?: string;
  /** The library's version. */
  readonly version?: string;
  /** 0 to 100. */
  readonly trust_score?: number;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly repo_source_url?: string;
  readonly repo_skill?: boolean;
  readonly source_type?: string;
  readonly risk_level?: string;
  readonly [unknown: string]: unknown;
}

/** `GET /v1/skills`. */
export interface RegistryIndex {
  readonly schema: 'skills/v1';
  /** Starts at index.json's, 1 without one, and grows with every change that is picked up. */
  readonly version: number;
  /** ISO 8601. */
  readonly updated_at: string;
  readonly skills: readonly IndexEntry[];
  readonly [unknown: string]: unknown;
}

/** `GET /v1/skills/:lang/:author/:name`: `skill.json` with the texts of its files. */
export interface FullSkill {
  readonly name: string;
  readonly repo?: string;
  readonly language: string;
  readonly tier?: string;
  readonly group?: string;
  readonly trust_score?: number;
  readonly risk_level?: string;
  readonly tags?: readonly string[];
  readonly read_order?: readonly string[];
  readonly files?: Readonly<Partial<Record<Priority, readonly string[]>>>;
  /** Relative path, `/` between segments, to the file's whole text. */
  readonly _contents: Readonly<Record<string, string>>;
  /** What the specification lets compute, to stand beside what skill.json declares. */
  readonly _computed: ComputedFacts;
  /** Relative path to the number of o200k tokens of that text. */
  readonly _tokens: Readonly<Record<string, number>>;
  /** Relative path of what belongs here and isn't in `_contents`, to a sentence that says why, and how to get it. */
  readonly _omitted?: Readonly<Record<string, string>>;
  /** Files so long that their number in `_tokens` is an estimate; absent where there is none. */
  readonly _tokens_estimated?: readonly string[];
  readonly [unknown: string]: unknown;
}

export interface ComputedFacts {
  /** 0 to 100, from the files that are there. */
  readonly completeness: number;
  /** 0 to 100, the sum of `trust_score_sources`; null where it names no source. */
  readonly trust_score: number | null;
}

/** `GET /v1/search`. */
export interface SearchResponse {
  /** The keyword exactly as sent. */
  readonly query: string;
  readonly results: readonly SearchResult[];
}

export interface SearchResult {
  readonly key: SkillKey;
  readonly name: string;
  readonly language: string;
  /** Whole number; 100 for the best match of this query. */
  readonly _score: number;
}

/** `GET /v1/find`. */
export interface FindResponse {
  /** The query exactly as sent. */
  readonly query: string;
  readonly results: readonly FindResult[];
  /** With `explain=1`: what became of the question itself. */
  readonly question?: QuestionReport;
}

/**
 * How much of a question one section holds. Strong: most of it, a word that tells skills apart among it; partial: a part
 * of it; weak: common words, or words far apart. It never changes the order.
 */
export type MatchStrength = 'strong' | 'partial' | 'weak';

export interface QuestionReport {
  /** Of the first result; weak where nothing was found. */
  readonly strength: MatchStrength;
  /** Skills that were looked through. */
  readonly skills: number;
  /** Skills that have any of the words: all that a greater `limit` would give. */
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

export interface FindResult {
  readonly key: SkillKey;
  /** 0 to 100 with one decimal, 100 for the first result. */
  readonly score: number;
  /** The weight that ranked. */
  readonly raw_score: number;
  /** With `explain=1`. */
  readonly strength?: MatchStrength;
  /** With `explain=1`: which words made the score, heaviest first. */
  readonly terms?: readonly MatchedTerm[];
  /** With `explain=1`: where in the skill the query is answered best. Absent where only metadata matched. */
  readonly section?: BestSection;
}

/** Where in a skill a word may stand: in a field of its entry, a heading of its files, or their text and code. */
export type TermPlace = 'name' | 'tags' | 'language' | 'summary' | 'author' | 'heading' | 'text';

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
  /** How often the term stands in this skill's files, 1,023 at most; 0 where only metadata has it. */
  readonly occurrences: number;
  /** In how many skills the term stands. */
  readonly skills: number;
  /** True where the index doesn't know the word and `term` is a near one. */
  readonly replaced?: boolean;
  /** Where it stands in this skill, at least one. */
  readonly places: readonly TermPlace[];
  /** Files that have it, in their order, the first five. */
  readonly files: readonly string[];
  /** In the section that is shown; absent where none is. */
  readonly here?: SectionCounts;
  /** The same of the one word that it makes with its neighbour, `shutdown` for `shut down`; absent where none is there. */
  readonly joined?: SectionCounts;
}

export interface BestSection {
  /** Relative path of the file. */
  readonly file: string;
  /** The heading above, without its `#`; null before the first one. */
  readonly heading: string | null;
  /** First and last line of the section, counted from 1. */
  readonly line_start: number;
  readonly line_end: number;
  /** At most 300 characters around the densest match; line breaks are spaces, words are whole. */
  readonly snippet: string;
  /** `[start, end)` offsets of matched words in `snippet`. */
  readonly highlights: ReadonlyArray<readonly [start: number, end: number]>;
  /** The same place for reading; absent where the section is nothing but its heading. */
  readonly excerpt?: Excerpt;
}

/** A piece of a section as it is written: lines are never joined. */
export interface Excerpt {
  /** `prose`: a paragraph, an item of a list or a row of a table, as Markdown; `code`: six whole lines at most. */
  readonly kind: 'prose' | 'code';
  /** What the fence or the ending of the file calls the code's language; absent where neither does. */
  readonly language?: string;
  /** The line of the file that it begins in, from 1. */
  readonly line: number;
  /** Lines end in `\n`, the last one doesn't. What was left out of a long line or paragraph is an ellipsis. */
  readonly text: string;
  /** `[start, end)` offsets of matched words in `text`, in order and apart. */
  readonly highlights: ReadonlyArray<readonly [start: number, end: number]>;
}

/** How a picked folder is laid out. */
export type RegistryLayout =
  /** `skills/<language>/<author>/<name>/` */
  | 'registry'
  /** `<language>/<author>/<name>/` without `skills/` */
  | 'flat'
  /** The folder is one skill. */
  | 'skill'
  /** A library's repository with a `.skills/` folder. */
  | 'library';

/** `GET /v1/status`: everything about the running service that `/health` must not carry. */
export interface Status {
  readonly app: 'skills-registry';
  readonly version: string;
  /** Random for each start; the discovery file names the same. */
  readonly instanceId: string;
  readonly pid: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly registry: {
    /** Absolute path of the registry's root. */
    readonly path: string;
    readonly layout: RegistryLayout;
    /** False while the folder can't be read; `reason` then says why. */
    readonly available: boolean;
    readonly reason?: string;
    /** How changes are noticed: by the system's events, by a periodic scan, or not at all. */
    readonly watching: 'events' | 'scan' | 'off';
    /** True where it is the sample that comes with the package; absent otherwise. */
    readonly sample?: true;
  };
  /** Counts the snapshots of this run, from 1. */
  readonly generation: number;
  readonly counts: {
    readonly skills: number;
    readonly files: number;
  };
  readonly diagnostics: Readonly<Record<Severity, number>>;
  readonly index: {
    /** When the present snapshot was made; ISO 8601. */
    readonly indexedAt: string;
    /** Milliseconds that reading the folder took. */
    readonly loadMs: number;
    /** Milliseconds that building the find index took; absent until it is ready. */
    readonly findMs?: number;
    /** Why the find index could not be made; it is tried again, and finds go on with the one before. */
    readonly findError?: string;
  };
  /** Whether `POST /v1/skills` is on. */
  readonly submissions: boolean;
  readonly mcpUrl: string;
  /** Programs that have called the MCP since the start, the latest first; absent where other machines could ask. */
  readonly callers?: readonly McpCaller[];
}

/** A program that has called the MCP since the service started. */
export interface McpCaller {
  /** As it calls itself; `unknown` where it doesn't. */
  readonly name: string;
  /** Tool calls, resources, prompts and introductions. */
  readonly requests: number;
  /** ISO 8601. */
  readonly lastAt: string;
  /** The last skill that it got; absent while it got none. */
  readonly lastRead?: {
    /** ISO 8601. */
    readonly at: string;
    readonly skillKey: SkillKey;
    /** Absent where it got what to read first. */
    readonly file?: string;
  };
}

/** `POST /v1/skills?check=1`: what would become of a submission. */
export interface SubmissionCheck {
  /** The key it would have; null where it names none. */
  readonly key: SkillKey | null;
  readonly accepted: boolean;
  /** What keeps it out, a sentence each. */
  readonly problems: readonly string[];
  /** Everything the rules say, warnings and remarks included; files are relative to the skill's folder. */
  readonly diagnostics: readonly Diagnostic[];
}

/** `GET /v1/diagnostics`. */
export interface DiagnosticsResponse {
  readonly generation: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** `GET /v1/diagnostics/lines`: the lines of a file that a problem is about, as they are now. */
export interface LinesResponse {
  /** The line in question, and where in it the problem begins; from 1. Absent where there are no lines. */
  readonly line?: number;
  readonly column?: number;
  /** The line and those around it; none where no problem is known there, or the file can't be read now. */
  readonly lines: readonly SourceLine[];
}

export interface SourceLine {
  /** From 1. */
  readonly number: number;
  /** The column that `text` begins at, where the beginning was cut. */
  readonly from?: number;
  /** At most 200 characters. */
  readonly text: string;
  /** True where the line goes on. */
  readonly cut?: boolean;
}

/** `GET /v1/tokens`. */
export interface TokensResponse {
  /** By key; without skills that aren't there or can't be read now. */
  readonly tokens: Readonly<Record<SkillKey, FirstTokens>>;
}

/** What reading a skill's files to read first costs: those of P0, or of the first priority that has any. */
export interface FirstTokens {
  /** Tokens of all of them, by o200k_base. */
  readonly first: number;
  /** True where a file is so long that it was estimated. */
  readonly estimated?: boolean;
}
