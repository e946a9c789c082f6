/**
 * What the HTTP interface answers. Names with an underscore are computed by the service; everything else of a skill
 * comes from its `skill.json`, unknown fields included.
 */
import type { Diagnostic, Severity } from '../diagnostics/diagnostic.ts';
import type { Relaxed } from '../diagnostics/relaxed.ts';
import type { BestSection, MatchedTerm, MatchStrength, QuestionReport } from './find-reasons.ts';

export type * from './find-reasons.ts';

/** The languages of the specification. Others are served as they are, with a diagnostic. */
export const LANGUAGES = ['cpp', 'rust', 'python', 'go', 'js'] as const;
/** A language that a skill may have. */
export type Language = (typeof LANGUAGES)[number];

/** Reading priority of a knowledge file: P0 before any code is written, P3 for reference. */
export const PRIORITIES = ['P0', 'P1', 'P2', 'P3'] as const;
/** How important a file is, P0 first. */
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

/** What the service works out of a skill, beside what its skill.json says. */
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

/** A skill whose name, tags or summary match. */
export interface SearchResult {
  readonly key: SkillKey;
  readonly name: string;
  readonly language: string;
  /** Whole number; 100 for the best match of this query. */
  readonly _score: number;
}

/** `GET /v1/resolve`. */
export interface ResolveResponse {
  /** The name exactly as sent. */
  readonly query: string;
  /** Several where skills are called alike; none where it is no whole name of any. */
  readonly keys: readonly SkillKey[];
}

/** `GET /v1/find`. */
export interface FindResponse {
  /** The query exactly as sent. */
  readonly query: string;
  readonly results: readonly FindResult[];
  /** With `explain=1`: what became of the question itself. */
  readonly question?: QuestionReport;
}

/** A skill whose texts answer. */
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
  /** With `explain=1`: what is wrong with the skill's texts. Only beside a section. */
  readonly warning?: string;
  /** With `explain=1`: where in the skill the query is answered best. Absent where only metadata matched. */
  readonly section?: BestSection;
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
    /** Skills that aren't written yet, and therefore not served; absent from older versions. */
    readonly drafts?: number;
    /** Other folders of skills that can't be served, such as of a broken or missing skill.json; absent from older versions. */
    readonly leftOut?: number;
  };
  /** As far as they are known; see `checking`. */
  readonly diagnostics: Readonly<Record<Severity, number>>;
  /** How many skills were checked by every rule; absent once all are. Until then, `diagnostics` may grow. */
  readonly checking?: CheckProgress;
  readonly index: {
    /** When index.json says that it was made; ISO 8601. Absent where there is none, or it doesn't say. */
    readonly updatedAt?: string;
    /** Whole days since `updatedAt`; absent where that is. */
    readonly ageDays?: number;
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
  /** Programs that were heard of by MCP since the start, the latest first; absent where other machines could ask. */
  readonly callers?: readonly McpCaller[];
}

/** How far the check of all skills by every rule is. */
export interface CheckProgress {
  /** Skills that are checked. */
  readonly done: number;
  /** Skills that are served. */
  readonly total: number;
}

/** A program that was heard of by MCP. */
export interface McpCaller {
  /** As it calls itself; `unknown` where it doesn't. */
  readonly name: string;
  /** When it introduced itself or called last, in vain or not; ISO 8601. */
  readonly lastAt: string;
  /** When its last call of a tool, resource or prompt was answered; ISO 8601. Absent while none was. */
  readonly lastCall?: string;
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
  /** Everything the rules say, warnings and notes included; files are relative to the skill's folder. */
  readonly diagnostics: readonly Diagnostic[];
  /** What the registry's own rules.json relaxed; absent where it relaxed nothing. */
  readonly relaxed?: readonly Relaxed[];
}

/** `GET /v1/diagnostics`. */
export interface DiagnosticsResponse {
  readonly generation: number;
  /** As in the status: absent where the list is complete. */
  readonly checking?: CheckProgress;
  /** What the registry's own rules.json relaxed; absent where it relaxed nothing. */
  readonly relaxed?: readonly Relaxed[];
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

/** A line of a file. */
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
