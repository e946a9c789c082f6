/** Answers of the HTTP interface. Names with an underscore are computed, others come from `skill.json`. */
import type { Diagnostic, Severity } from '../diagnostics/diagnostic.ts';
import type { Relaxed } from '../diagnostics/relaxed.ts';
import type { BestSection, MatchedTerm, MatchStrength, QuestionReport } from './find-reasons.ts';

export type * from './find-reasons.ts';

/** Languages of the specification. Others are served with a diagnostic. */
export const LANGUAGES = ['cpp', 'rust', 'python', 'go', 'js'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Reading priority of a knowledge file: P0 before writing any code, P3 for reference. */
export const PRIORITIES = ['P0', 'P1', 'P2', 'P3'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** `{language}/{author}/{name}`: three case-sensitive segments, not empty, `.` or `..`. */
export type SkillKey = string;

export interface ErrorBody {
  readonly error: string;
}

/** `GET /health`. */
export interface Health {
  readonly status: 'ok';
  /** Version of the service, `x.y.z`. */
  readonly version: string;
}

/** Enumerations are strings, since the registry's values are passed on unchanged. */
export interface IndexEntry {
  readonly key: SkillKey;
  readonly name: string;
  readonly language: string;
  readonly tier?: string;
  readonly group?: string;
  readonly version?: string;
  /** 0 to 100. */
  readonly trust_score?: number;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly repo_source_url?: string;
  readonly repo_skill?: boolean;
  readonly source_type?: string;
  readonly risk_level?: string;
  /** Name of the registry. Only with several layers. */
  readonly _registry?: string;
  /** Registries below with the same key, upper first. Only with several layers. */
  readonly _shadows?: readonly string[];
  readonly [unknown: string]: unknown;
}

/** `GET /v1/skills`. */
export interface RegistryIndex {
  readonly schema: 'skills/v1';
  /** Grows with every change, from the version of index.json or 1. */
  readonly version: number;
  /** ISO 8601. */
  readonly updated_at: string;
  readonly skills: readonly IndexEntry[];
  readonly [unknown: string]: unknown;
}

/** `GET /v1/skills/:lang/:author/:name`: `skill.json` and file texts. */
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
  /** Relative path to text, `/` between segments. */
  readonly _contents: Readonly<Record<string, string>>;
  readonly _computed: ComputedFacts;
  /** Relative path to o200k tokens. */
  readonly _tokens: Readonly<Record<string, number>>;
  /** Relative path of a missing text to a sentence: why, and how to get the file. */
  readonly _omitted?: Readonly<Record<string, string>>;
  /** Files too long to count exactly. */
  readonly _tokens_estimated?: readonly string[];
  /** As in the list. */
  readonly _registry?: string;
  /** As in the list. */
  readonly _shadows?: readonly string[];
  readonly [unknown: string]: unknown;
}

export interface ComputedFacts {
  /** 0 to 100, from the existing files. */
  readonly completeness: number;
  /** 0 to 100, the sum of `trust_score_sources`; null without sources. */
  readonly trust_score: number | null;
}

/** `GET /v1/search`. */
export interface SearchResponse {
  /** Keyword as sent. */
  readonly query: string;
  readonly results: readonly SearchResult[];
}

export interface SearchResult {
  readonly key: SkillKey;
  readonly name: string;
  readonly language: string;
  /** Integer; the best match of the query has 100. */
  readonly _score: number;
  /** Only with several layers. */
  readonly _registry?: string;
}

/** `GET /v1/resolve`. */
export interface ResolveResponse {
  /** Name as sent. */
  readonly query: string;
  /** Several if skills share the name. Empty without an exact match. */
  readonly keys: readonly SkillKey[];
}

/** `GET /v1/find`. */
export interface FindResponse {
  /** Query as sent. */
  readonly query: string;
  readonly results: readonly FindResult[];
  /** Only with `explain=1`. */
  readonly question?: QuestionReport;
}

export interface FindResult {
  readonly key: SkillKey;
  /** 0 to 100 with one decimal; the first result has 100. */
  readonly score: number;
  /** Used for the ranking. */
  readonly raw_score: number;
  /** Only with several layers. */
  readonly _registry?: string;
  /** Only with `explain=1`. */
  readonly strength?: MatchStrength;
  /** Only with `explain=1`. Heaviest first. */
  readonly terms?: readonly MatchedTerm[];
  /** Only with `explain=1` and a section. Problem of the skill's texts. */
  readonly warning?: string;
  /** Only with `explain=1`. Absent if only metadata matched. */
  readonly section?: BestSection;
}

export type RegistryLayout =
  /** `skills/<language>/<author>/<name>/` */
  | 'registry'
  /** `<language>/<author>/<name>/` without `skills/` */
  | 'flat'
  /** A single skill. */
  | 'skill'
  /** A library's repository with a `.skills/` folder. */
  | 'library';

/** `GET /v1/status`: details that `/health` must not tell. */
export interface Status {
  readonly app: 'skills-registry';
  readonly version: string;
  /** Random for each start; also in the discovery file. */
  readonly instanceId: string;
  readonly pid: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly registry: {
    readonly path: string;
    readonly layout: RegistryLayout;
    /** False while the folder is unreadable; see `reason`. */
    readonly available: boolean;
    readonly reason?: string;
    readonly watching: 'events' | 'scan' | 'off';
    /** True for the sample of the package. */
    readonly sample?: true;
  };
  /** Layers, upper first; `registry` is the uppermost. Absent in older versions. */
  readonly registries?: readonly ServedLayer[];
  /** Counts the snapshots of the run, from 1. */
  readonly generation: number;
  readonly counts: {
    readonly skills: number;
    readonly files: number;
    /** Unwritten skills, not served. Absent in older versions. */
    readonly drafts?: number;
    /** Other unserved folders, such as with a broken skill.json. Absent in older versions. */
    readonly leftOut?: number;
  };
  /** Incomplete while `checking` is present. */
  readonly diagnostics: Readonly<Record<Severity, number>>;
  /** Absent when all skills are checked; until then, `diagnostics` may grow. */
  readonly checking?: CheckProgress;
  readonly index: {
    /** From index.json; ISO 8601. */
    readonly updatedAt?: string;
    /** Whole days since `updatedAt`. */
    readonly ageDays?: number;
    /** Creation of the snapshot; ISO 8601. */
    readonly indexedAt: string;
    /** Milliseconds to read the folder. */
    readonly loadMs: number;
    /** Milliseconds to build the find index. Absent until ready. */
    readonly findMs?: number;
    /** The service retries and keeps the last index. */
    readonly findError?: string;
  };
  /** Whether `POST /v1/skills` is enabled. */
  readonly submissions: boolean;
  readonly mcpUrl: string;
  /** Latest first. Absent if other machines can reach the service. */
  readonly callers?: readonly McpCaller[];
}

export interface ServedLayer {
  /** Of the added registry, or the folder's base name, made unique. */
  readonly name: string;
  /** Only of an added registry. */
  readonly address?: string;
  /** Root; only of a folder. */
  readonly path?: string;
  /** Only of an added registry. */
  readonly commit?: string;
  /** Keys of this layer, with the shadowed. */
  readonly skills: number;
  /** Keys that an upper layer answers. */
  readonly shadowed: number;
  /** `failed`: unreadable, or the last update check failed. */
  readonly state: 'ready' | 'update' | 'failed';
  /** Last update check of an added registry; ISO 8601. */
  readonly checked_at?: string;
}

export interface CheckProgress {
  readonly done: number;
  readonly total: number;
}

export interface McpCaller {
  /** As sent by the client, or `unknown`. */
  readonly name: string;
  /** Last introduction or call, failed ones included; ISO 8601. */
  readonly lastAt: string;
  /** Last answered call; ISO 8601. */
  readonly lastCall?: string;
  readonly lastRead?: {
    /** ISO 8601. */
    readonly at: string;
    readonly skillKey: SkillKey;
    /** Absent for the required reading. */
    readonly file?: string;
  };
}

/** `POST /v1/skills?check=1`. */
export interface SubmissionCheck {
  /** Null if the submission has no key. */
  readonly key: SkillKey | null;
  readonly accepted: boolean;
  /** A sentence each. */
  readonly problems: readonly string[];
  /** Paths are relative to the skill's folder. */
  readonly diagnostics: readonly Diagnostic[];
  /** Relaxed by rules.json. Absent if empty. */
  readonly relaxed?: readonly Relaxed[];
}

/** `GET /v1/diagnostics`. */
export interface DiagnosticsResponse {
  readonly generation: number;
  /** Absent if the list is complete. */
  readonly checking?: CheckProgress;
  /** Relaxed by rules.json. Absent if empty. */
  readonly relaxed?: readonly Relaxed[];
  readonly diagnostics: readonly Diagnostic[];
}

/** `GET /v1/diagnostics/lines`: current lines around a problem. */
export interface LinesResponse {
  /** Start of the problem, from 1. Absent without lines. */
  readonly line?: number;
  readonly column?: number;
  /** Empty without a problem there, or if the file is unreadable. */
  readonly lines: readonly SourceLine[];
}

export interface SourceLine {
  /** From 1. */
  readonly number: number;
  /** First column of `text`, if the beginning was cut. */
  readonly from?: number;
  /** At most 200 characters. */
  readonly text: string;
  /** True if the end was cut. */
  readonly cut?: boolean;
}

/** `GET /v1/tokens`. */
export interface TokensResponse {
  readonly tokens: Readonly<Record<SkillKey, FirstTokens>>;
}

/** Tokens of the required reading: the P0 files, or the files of the first used priority. */
export interface FirstTokens {
  /** By o200k_base. */
  readonly first: number;
  /** True if a file is too long to count. */
  readonly estimated?: boolean;
}
