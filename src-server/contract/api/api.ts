/** HTTP answers. Names with an underscore are computed, others come from `skill.json`. */
import type { Diagnostic, Severity } from '../diagnostics/diagnostic.ts';
import type { Relaxed } from '../diagnostics/relaxed.ts';
import type { BestSection, MatchedTerm, MatchStrength, QuestionReport } from './find-reasons.ts';
import type { TrustMakeup } from './trust-makeup.ts';

export type * from './find-reasons.ts';

/** From the specification. Others are served with a diagnostic. */
export const LANGUAGES = ['cpp', 'rust', 'python', 'go', 'js'] as const;
export type Language = (typeof LANGUAGES)[number];

/** P0: before writing code; P3: reference. */
export const PRIORITIES = ['P0', 'P1', 'P2', 'P3'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** `{language}/{author}/{name}`, case-sensitive; segments not empty, `.` or `..`. */
export type SkillKey = string;

export interface ErrorBody {
  readonly error: string;
}

/** `GET /health`. */
export interface Health {
  readonly status: 'ok';
  /** `x.y.z` */
  readonly version: string;
}

/** Enumerations are strings: registry values are passed on unchanged. */
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
  /** Absent without `trust_score`. */
  readonly _trust?: TrustMakeup;
  /** Registry. Only with several layers. */
  readonly _registry?: string;
  /** Lower registries with the same key, upper first. Only with several layers. */
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
  /** Relative path to text. */
  readonly _contents: Readonly<Record<string, string>>;
  readonly _computed: ComputedFacts;
  /** Relative path to o200k tokens. */
  readonly _tokens: Readonly<Record<string, number>>;
  /** Relative path of a missing text to reason and remedy, a sentence. */
  readonly _omitted?: Readonly<Record<string, string>>;
  /** Too long to count exactly. */
  readonly _tokens_estimated?: readonly string[];
  /** See `IndexEntry`. */
  readonly _registry?: string;
  /** See `IndexEntry`. */
  readonly _shadows?: readonly string[];
  readonly [unknown: string]: unknown;
}

export interface ComputedFacts {
  /** 0 to 100, from existing files. */
  readonly completeness: number;
  /** 0 to 100, sum of `trust_score_sources`; null without sources. */
  readonly trust_score: number | null;
  /** Absent without a served score. */
  readonly trust?: TrustMakeup;
}

/** `GET /v1/search`. */
export interface SearchResponse {
  /** As sent. */
  readonly query: string;
  readonly results: readonly SearchResult[];
}

export interface SearchResult {
  readonly key: SkillKey;
  readonly name: string;
  readonly language: string;
  /** Integer; the best match has 100. */
  readonly _score: number;
  /** Only with several layers. */
  readonly _registry?: string;
}

/** `GET /v1/resolve`. */
export interface ResolveResponse {
  /** As sent. */
  readonly query: string;
  /** Several for shared names, empty without exact match. */
  readonly keys: readonly SkillKey[];
}

/** `GET /v1/find`. */
export interface FindResponse {
  /** As sent. */
  readonly query: string;
  readonly results: readonly FindResult[];
  /** Only with `explain=1`. */
  readonly question?: QuestionReport;
}

export interface FindResult {
  readonly key: SkillKey;
  /** 0 to 100, one decimal; the first result has 100. */
  readonly score: number;
  /** Ranks. */
  readonly raw_score: number;
  /** Only with several layers. */
  readonly _registry?: string;
  /** Only with `explain=1`. */
  readonly strength?: MatchStrength;
  /** Heaviest first. Only with `explain=1`. */
  readonly terms?: readonly MatchedTerm[];
  /** Problem of the skill's texts. Only with `explain=1` and a section. */
  readonly warning?: string;
  /** Only with `explain=1`. Absent if only metadata matched. */
  readonly section?: BestSection;
}

export type RegistryLayout =
  /** `skills/<language>/<author>/<name>/` */
  | 'registry'
  /** `<language>/<author>/<name>/` */
  | 'flat'
  | 'skill'
  /** Repository with a `.skills/` folder. */
  | 'library';

/** `GET /v1/status`. More details than public `/health`. */
export interface Status {
  readonly app: 'skills-registry';
  readonly version: string;
  /** Random per start; also in the discovery file. */
  readonly instanceId: string;
  readonly pid: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly registry: {
    readonly path: string;
    readonly layout: RegistryLayout;
    /** If false, see `reason`. */
    readonly available: boolean;
    readonly reason?: string;
    readonly watching: 'events' | 'scan' | 'off';
    /** Sample of the package. */
    readonly sample?: true;
  };
  /** Upper first; `registry` is the uppermost. Absent in older versions. */
  readonly registries?: readonly ServedLayer[];
  /** Counts snapshots, from 1. */
  readonly generation: number;
  readonly counts: {
    readonly skills: number;
    readonly files: number;
    /** Unwritten, unserved. Absent in older versions. */
    readonly drafts?: number;
    /** Other unserved folders: broken skill.json, for example. Absent in older versions. */
    readonly leftOut?: number;
  };
  /** Grows while `checking` is present. */
  readonly diagnostics: Readonly<Record<Severity, number>>;
  /** Absent when all skills are checked. */
  readonly checking?: CheckProgress;
  readonly index: {
    /** From index.json; ISO 8601. */
    readonly updatedAt?: string;
    /** Whole, since `updatedAt`. */
    readonly ageDays?: number;
    /** ISO 8601. */
    readonly indexedAt: string;
    /** Reading the folder. */
    readonly loadMs: number;
    /** Building the find index. Absent until ready. */
    readonly findMs?: number;
    /** Keeps the last index and retries. */
    readonly findError?: string;
  };
  /** `POST /v1/skills` is enabled. */
  readonly submissions: boolean;
  readonly mcpUrl: string;
  /** Latest first. Absent if reachable by other machines. */
  readonly callers?: readonly McpCaller[];
}

export interface ServedLayer {
  /** Unique: of the added registry, or the folder's base name. */
  readonly name: string;
  /** Only of added registries. */
  readonly address?: string;
  /** Root. Only of folders. */
  readonly path?: string;
  /** Only of added registries. */
  readonly commit?: string;
  /** Keys, with shadowed. */
  readonly skills: number;
  /** Keys also in an upper layer. */
  readonly shadowed: number;
  /** `failed`: unreadable, or failed update check. */
  readonly state: 'ready' | 'update' | 'failed';
  /** Update check of an added registry; ISO 8601. */
  readonly checked_at?: string;
}

export interface CheckProgress {
  readonly done: number;
  readonly total: number;
}

export interface McpCaller {
  /** As sent, or `unknown`. */
  readonly name: string;
  /** Introduction or call, also failed; ISO 8601. */
  readonly lastAt: string;
  /** Answered; ISO 8601. */
  readonly lastCall?: string;
  readonly lastRead?: {
    /** ISO 8601. */
    readonly at: string;
    readonly skillKey: SkillKey;
    /** Absent for required reading. */
    readonly file?: string;
  };
}

/** `POST /v1/skills?check=1`. */
export interface SubmissionCheck {
  /** Null without key. */
  readonly key: SkillKey | null;
  readonly accepted: boolean;
  /** Sentences. */
  readonly problems: readonly string[];
  /** Paths relative to the skill's folder. */
  readonly diagnostics: readonly Diagnostic[];
  /** By rules.json. Absent if empty. */
  readonly relaxed?: readonly Relaxed[];
}

/** `GET /v1/diagnostics`. */
export interface DiagnosticsResponse {
  /** Absent if complete. */
  readonly checking?: CheckProgress;
  /** By rules.json. Absent if empty. */
  readonly relaxed?: readonly Relaxed[];
  readonly diagnostics: readonly Diagnostic[];
}

/** `GET /v1/diagnostics/lines`: current text. */
export interface LinesResponse {
  /** Start of the problem, from 1. Absent without lines. */
  readonly line?: number;
  readonly column?: number;
  /** Empty if unreadable or without problem. */
  readonly lines: readonly SourceLine[];
}

export interface SourceLine {
  /** From 1. */
  readonly number: number;
  /** First column of `text`, if cut before. */
  readonly from?: number;
  /** At most 200 characters. */
  readonly text: string;
  /** Cut at the end. */
  readonly cut?: boolean;
}

/** `GET /v1/tokens`. */
export interface TokensResponse {
  readonly tokens: Readonly<Record<SkillKey, FirstTokens>>;
}

/** Tokens of required reading: P0 files, or files of the first used priority. */
export interface FirstTokens {
  /** o200k. */
  readonly first: number;
  /** Too long to count. */
  readonly estimated?: boolean;
}
