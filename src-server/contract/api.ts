/** HTTP answers. Names with an underscore are computed, others come from `skill.json`. */
import type { Infer } from './schema.ts';
import type * as find from './schemas/find.ts';
import type * as skills from './schemas/skills.ts';
import type {
  activityResponse,
  checkProgress,
  diagnosticsResponse,
  mcpCaller,
  registryLayout,
  servedLayer,
  statusResponse,
  submissionCheck,
  submissionStored,
} from './schemas/status.ts';
import { type LANGUAGES, PRIORITIES } from './vocabulary.ts';

export { LANGUAGES, PRIORITIES } from './vocabulary.ts';

export type Language = (typeof LANGUAGES)[number];
export type Priority = (typeof PRIORITIES)[number];

/** `{language}/{author}/{name}`, case-sensitive; segments not empty, `.` or `..`. */
export type SkillKey = string;

/** Fields of `skill.json` and `index.json` that we don't know are passed on. */
interface UnknownFields {
  readonly [field: string]: unknown;
}

export type ErrorBody = Infer<typeof skills.errorBody>;
export type Health = Infer<typeof skills.health>;
export type ComputedFacts = Infer<typeof skills.computedFacts>;
/** How `trust_score` is made up, as judged by the rules. */
export type TrustMakeup = Infer<typeof skills.trustMakeup>;
export type SearchResponse = Infer<typeof skills.searchResponse>;
export type SearchResult = SearchResponse['results'][number];
export type ResolveResponse = Infer<typeof skills.resolveResponse>;

type ListEntry = Infer<typeof skills.listEntry>;
/** Enumerations are strings: registry values are passed on unchanged. */
export type IndexEntry = Pick<ListEntry, 'key' | 'name' | 'language'> & Partial<ListEntry> & UnknownFields;
export type RegistryIndex = Omit<Infer<typeof skills.listResponse>, 'skills'> & {
  readonly skills: readonly IndexEntry[];
} & UnknownFields;
/** `GET /v1/skills/:lang/:author/:name`: `skill.json` and file texts. */
export type FullSkill = Infer<typeof skills.fullSkill> & UnknownFields;

export type MatchStrength = Infer<typeof find.strength>;
/** Library or tool that printed a message, or is named by the question without a skill. */
export type NamedSource = Infer<typeof find.namedSource>;
export type QuestionReport = Infer<typeof find.questionReport>;
/** Identifiers are searched as a whole and in parts. */
export type AskedWord = Infer<typeof find.askedWord>;
export type TermPlace = Infer<typeof find.termPlace>;
export type MatchedTerm = Infer<typeof find.matchedTerm>;
export type BestSection = Infer<typeof find.bestSection>;
/** Wrong and right forms: claim, good form, and bad form if matched. */
export type Excerpt = Infer<typeof find.excerpt>;
export type ExcerptLine = Infer<typeof find.excerptLine>;
export type ExcerptPiece = Infer<typeof find.excerptPiece>;
export type FindResult = Infer<typeof find.findResult>;
export type FindResponse = Infer<typeof find.findResponse>;

export type RegistryLayout = Infer<typeof registryLayout>;
export type ServedLayer = Infer<typeof servedLayer>;
export type McpCaller = Infer<typeof mcpCaller>;
export type Status = Infer<typeof statusResponse>;
/** What agents and scripts read and asked since the service started. */
export type Activity = Infer<typeof activityResponse>;
export type AgentRead = Activity['reads'][number];
export type AskedInVain = Activity['gaps'][number];

export type CheckProgress = Infer<typeof checkProgress>;
export type DiagnosticsResponse = Infer<typeof diagnosticsResponse>;
export type SubmissionCheck = Infer<typeof submissionCheck>;
/** `POST /v1/skills`: stored, with the claims of skill.json that were not its author's to make. */
export type StoredSubmission = Infer<typeof submissionStored>;

export type MatchLevel = Infer<typeof find.matchLevel>;
/** Difference in the major number, or the minor number of 0.x. */
export type Drift = Infer<typeof find.drift>;
export type SkillMatch = Infer<typeof find.skillMatch>;
export type MatchedPackage = Infer<typeof find.matchedPackage>;
export type MatchCounts = Infer<typeof find.matchCounts>;
export type MatchResponse = Infer<typeof find.matchResponse>;

/** `reason` follows the file name. */
export interface UnreadFile {
  readonly file: string;
  readonly reason: string;
}

/**
 * One per version. Names follow the ecosystem (`@scope/name`, `github.com/go-chi/chi/v5`, PyPI: PEP 503).
 * Version: from a lock file or exact constraint, else null. `from` is sorted.
 */
export interface ProjectPackage extends Omit<MatchedPackage, 'skill'> {
  /** `host/owner/repo` in lower case (Git dependency, Go path, SBOM reference). */
  readonly repository?: string;
  /** Code from `repository`, not from the ecosystem's registry. */
  readonly isGit?: boolean;
}

export interface ReadProject {
  readonly packages: readonly ProjectPackage[];
  readonly unread: readonly UnreadFile[];
  /** Any known format, even if unreadable. */
  readonly isProject: boolean;
}

export interface ActivityEvent {
  readonly at: string;
  /** MCP client, or first product of the user agent; else `unknown`. */
  readonly client: string;
  readonly protocol: 'http' | 'mcp';
  /** Route (`GET /v1/find`) or tool (`find_skills`). */
  readonly route: string;
  /** Key, key and section, or query. At most 200 characters. */
  readonly target: string;
  /** The skill whose text was answered. */
  readonly skillKey?: string;
  /** HTTP status. Tools: 200, or 400 for errors. */
  readonly status: number;
  readonly durationMs: number;
  readonly tokens?: number;
  /** 0 shows a gap in the registry. */
  readonly results?: number;
}

/** Routes of a client's introduction, no real call, by MCP revision. */
export const INTRODUCTIONS = { modern: 'server/discover', legacy: 'initialize' } as const;

export type ActivityListener = (event: ActivityEvent) => void;

/** User agent of the app's own requests. */
export const OWN_CLIENT = 'skills-registry-window';
const BROWSER = /^Mozilla\b/;

/** People read there: no agent asked. */
export function isPageOrWindow(client: string): boolean {
  return client === OWN_CLIENT || BROWSER.test(client);
}

/** Results that answer. None where the best is weak, so probably about another subject, and where all are withheld. */
export function answeringResults({
  results,
  question,
}: {
  readonly results: readonly FindResult[];
  readonly question?: QuestionReport | undefined;
}): number {
  if (question?.verdict === 'none' || question?.strength === 'weak') return 0;
  return results.filter(({ warning }) => warning === undefined).length;
}

export const STANDARD_FILES = {
  P0: ['overview.md', 'pitfalls.md', 'safety.md'],
  P1: ['lifecycle.md', 'threading.md', 'best-practices.md'],
  P2: ['performance.md'],
} as const;

/** Reading order of new skills. */
export const STANDARD_READ_ORDER = ['overview.md', 'safety.md', 'pitfalls.md'] as const;

/** Paths are relative to the skill's folder. */
export function isRequiredFile(path: string): boolean {
  return STANDARD_FILES.P0.some((name) => name === path);
}

export function isExample(path: string): boolean {
  return /^examples\/./s.test(path);
}

/** Undefined unless specified. */
export function standardPriority(path: string): Priority | undefined {
  if (isExample(path)) return 'P3';
  return PRIORITIES.find(
    (priority) => priority !== 'P3' && STANDARD_FILES[priority].some((name) => name === path),
  );
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined for inherited names such as `constructor`, and non-objects. */
export function ownMember(value: unknown, name: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** o200k tokens. */
export interface TokenCount {
  readonly tokens: number;
  readonly isEstimate: boolean;
}
