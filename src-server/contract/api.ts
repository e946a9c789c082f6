/**
 * Types of the HTTP answers, made of their schemas. Fields whose names begin with an underscore are computed, others
 * come from `skill.json`.
 */
import { isBlank } from './outside-text.ts';
import type { Infer } from './schema.ts';
import type * as find from './schemas/queries.ts';
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
  toldUnasked,
} from './schemas/status.ts';
import { type LANGUAGES, PRIORITIES } from './skill-format.ts';

export { isJsonObject, type JsonObject, ownMember } from './outside-text.ts';
export { LANGUAGES, PRIORITIES, type SkillKey } from './skill-format.ts';

export type Language = (typeof LANGUAGES)[number];
export type Priority = (typeof PRIORITIES)[number];

/** Fields of `skill.json` and `index.json` that this version doesn't know: they are passed on. */
interface UnknownFields {
  readonly [field: string]: unknown;
}

export type ErrorBody = Infer<typeof skills.errorBody>;
export type Health = Infer<typeof skills.health>;
export type ComputedFacts = Infer<typeof skills.computedFacts>;
/** How the `trust_score` of a skill is made up, as the rules judge it. */
export type TrustMakeup = Infer<typeof skills.trustMakeup>;
export type SearchResponse = Infer<typeof skills.searchResponse>;
export type SearchResult = SearchResponse['results'][number];
export type ResolveResponse = Infer<typeof skills.resolveResponse>;

type ListEntry = Infer<typeof skills.listEntry>;
/**
 * A skill in the list of skills. Enumerations such as `tier` are plain strings, since values of a registry are passed
 * on unchanged.
 */
export type IndexEntry = Pick<ListEntry, 'key' | 'name' | 'language'> & Partial<ListEntry> & UnknownFields;
export type RegistryIndex = Omit<Infer<typeof skills.listResponse>, 'skills'> & {
  readonly skills: readonly IndexEntry[];
} & UnknownFields;
/**
 * A skill as `GET /v1/skills/:lang/:author/:name` answers it: every field of its `skill.json`, unknown ones included,
 * with the whole texts of its files in `_contents`, by their path relative to the skill's folder. A text has at most
 * 8 MiB, all of a skill 16 MiB; `_omitted` says of each file that is left out why. `_tokens` is there only if it was
 * asked for.
 */
export type FullSkill = Infer<typeof skills.fullSkill> & UnknownFields;

export type MatchStrength = Infer<typeof find.strength>;
/** The library or tool that printed a message, or that the question names and no skill is about. */
export type NamedSource = Infer<typeof find.namedSource>;
export type QuestionReport = Infer<typeof find.questionReport>;
/** A word of the question, with what it was looked up as. Identifiers are searched as a whole and in parts. */
export type AskedWord = Infer<typeof find.askedWord>;
export type TermPlace = Infer<typeof find.termPlace>;
export type MatchedTerm = Infer<typeof find.matchedTerm>;
export type BestSection = Infer<typeof find.bestSection>;
/**
 * A piece of the entry that answers: its claim, the good form, and the bad form where the question has words of it.
 */
export type Excerpt = Infer<typeof find.excerpt>;
export type ExcerptLine = Infer<typeof find.excerptLine>;
export type ExcerptPiece = Infer<typeof find.excerptPiece>;
export type FindResult = Infer<typeof find.findResult>;
export type FindResponse = Infer<typeof find.findResponse>;

export type RegistryLayout = Infer<typeof registryLayout>;
export type ServedLayer = Infer<typeof servedLayer>;
export type McpCaller = Infer<typeof mcpCaller>;
/**
 * What a service says of itself at `GET /v1/status`, also while its registry can't be read: what runs, what it
 * serves, how changes are noticed, and how much is wrong. Times are ISO 8601 in UTC, those with `Ms` milliseconds.
 * Fields that older services lack are optional.
 */
export type Status = Infer<typeof statusResponse>;
/** What agents and scripts read, and what they asked in vain, since the service started. */
export type Activity = Infer<typeof activityResponse>;
export type AgentRead = Activity['reads'][number];
export type AskedInVain = Activity['gaps'][number];
export type ToldUnasked = Infer<typeof toldUnasked>;

export type CheckProgress = Infer<typeof checkProgress>;
export type DiagnosticsResponse = Infer<typeof diagnosticsResponse>;
export type SubmissionCheck = Infer<typeof submissionCheck>;
/** `POST /v1/skills`: stored, with the claims of skill.json that were not its author's to make. */
export type StoredSubmission = Infer<typeof submissionStored>;

export type MatchLevel = Infer<typeof find.matchLevel>;
/**
 * How far the version of a package is from the one that a skill is about: in the major number, or in the minor one of
 * 0.x.
 */
export type Drift = Infer<typeof find.drift>;
export type SkillMatch = Infer<typeof find.skillMatch>;
export type MatchedPackage = Infer<typeof find.matchedPackage>;
export type MatchCounts = Infer<typeof find.matchCounts>;
export type MatchResponse = Infer<typeof find.matchResponse>;

/** A file of a project that couldn't be read. `reason` continues a sentence that begins with the file's name. */
export interface UnreadFile {
  readonly file: string;
  readonly reason: string;
}

/**
 * A package that a project uses; one for each version of it. Its name follows its ecosystem (`@scope/name`,
 * `github.com/go-chi/chi/v5`, PyPI: PEP 503), its version comes from a lock file or an exact constraint, else it is
 * null. `from` names the files that say so, sorted.
 */
export interface ProjectPackage extends Omit<MatchedPackage, 'skill'> {
  /** Where its source is, `host/owner/repo` in lower case, as a Git dependency, a Go path or an SBOM says. */
  readonly repository?: string;
  /** Whether its code is taken from `repository` instead of the ecosystem's registry. Default: false. */
  readonly isGit?: boolean;
}

export interface ReadProject {
  readonly packages: readonly ProjectPackage[];
  readonly unread: readonly UnreadFile[];
  /** Whether the folder has a file of any known format, even if none can be read. */
  readonly isProject: boolean;
}

/**
 * One call that was answered or refused, as routes and tools of MCP report it when they are done: who asked, for
 * what, and what became of it. `at` is an ISO 8601 time in UTC, `durationMs` has two decimals. Never leaves the
 * process as it is: `Activity` is what is kept of it.
 */
export interface ActivityEvent {
  readonly at: string;
  /**
   * The MCP client as it calls itself, or the first product of the user agent, such as `curl/8.11`; else `unknown`.
   */
  readonly client: string;
  readonly protocol: 'http' | 'mcp';
  /** The route (`GET /v1/find`), the tool (`find_skills`), or one of `INTRODUCTIONS`. */
  readonly route: string;
  /** What was asked for: a key, a key with a file, or a question. At most 200 characters. */
  readonly target: string;
  /** The key of the skill that was answered; absent for lists and searches. */
  readonly skillKey?: string;
  /** The heading of the entry that was answered, of one entry; at most 200 characters. */
  readonly section?: string;
  /** The HTTP status. A tool of MCP has 200, or 400 for an error. */
  readonly status: number;
  readonly durationMs: number;
  readonly tokens?: number;
  /** How many results answer. 0 shows a gap in the registry; absent where nothing was searched. */
  readonly results?: number;
  /** What a model was told that had not asked. */
  readonly told?: ToldUnasked;
}

/** Routes of a client's introduction, which is no real call, by the revision of MCP. */
export const INTRODUCTIONS = { modern: 'server/discover', legacy: 'initialize' } as const;

export type ActivityListener = (event: ActivityEvent) => void;

/** The user agent with which the app's window asks. */
export const OWN_CLIENT = 'skills-registry-window';
/** The user agent with which commands ask a service. `mcp` names the client for which it asks beside it. */
export const COMMAND_CLIENT = 'skills-registry';
const BROWSER = /^Mozilla\b/;

/** Whether a person asks, in a browser, in the app's window or with a command, rather than an agent. */
export function isPersonAsking({ client, protocol }: Pick<ActivityEvent, 'client' | 'protocol'>): boolean {
  if (client === OWN_CLIENT || BROWSER.test(client)) return true;
  return protocol === 'http' && client === COMMAND_CLIENT;
}

/**
 * Counts the results that answer. None does where the best is weak, so probably about another subject, and where all
 * are withheld.
 */
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

/** The folder of a skill with tasks and their solutions: never served, indexed, exported or given to agents. */
export const TASKS_FOLDER = 'evals';

/** The `read_order` that new skills begin with. */
export const STANDARD_READ_ORDER = ['overview.md', 'safety.md', 'pitfalls.md'] as const;

/** Whether the specification requires this file of each skill. The path is relative to the skill's folder. */
export function isRequiredFile(path: string): boolean {
  return STANDARD_FILES.P0.some((name) => name === path);
}

/** Returns whether a file of a skill is read as Markdown: only then has it headings and fences. */
export function isMarkdown(path: string): boolean {
  return path.endsWith('.md');
}

export function isExample(path: string): boolean {
  return /^examples\/./s.test(path);
}

/** Returns the priority that the specification gives a file; undefined for a file that it doesn't name. */
export function standardPriority(path: string): Priority | undefined {
  if (isExample(path)) return 'P3';
  return PRIORITIES.find(
    (priority) => priority !== 'P3' && STANDARD_FILES[priority].some((name) => name === path),
  );
}

/**
 * Tokens of a text in the encoding o200k_base. `isEstimate`: the text has more than 1,048,576 UTF-16 units or
 * couldn't be counted, so its tokens are told from a sample or its length.
 */
export interface TokenCount {
  readonly tokens: number;
  readonly isEstimate: boolean;
}

/** What stands under the name of a skill, and what it is: `danger` has a triangle, what follows from texts is grey. */
export interface SkillLine {
  readonly kind: 'withheld' | 'summary' | 'danger' | 'derived';
  /** The sentence in one line; it is never empty. */
  readonly text: string;
}

/**
 * Says of a skill in a list why agents don't get it, else the summary that a file declares, else what bites first, else
 * what its texts or tags begin with.
 */
export function skillLine(entry: IndexEntry): SkillLine {
  const { summary = '', tags = [], _withheld: why, _danger: danger = '', _derived: isDerived } = entry;
  if (why !== undefined) return { kind: 'withheld', text: `Withheld from agents: ${why}` };
  const isDeclared = !isDerived && !isBlank(summary);
  if (isDeclared && !saysOnlyName(entry, summary)) return { kind: 'summary', text: summary };
  if (!isBlank(danger)) return { kind: 'danger', text: danger };
  const begins = isDerived ? summary : '';
  const derived = [begins, tags.join(', ')].find((text) => !isBlank(text));
  return { kind: 'derived', text: derived ?? 'It has no overview and no pitfall yet.' };
}

/** Whether a summary says nothing but which library the skill is for: `LibSkills skill for google/snappy`. */
function saysOnlyName({ key, name }: IndexEntry, summary: string): boolean {
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const known = new Set([...OF_ANY_SKILL, ...wordsOf(key), ...wordsOf(name)]);
  return wordsOf(summary).every((word) => known.has(word));
}

const OF_ANY_SKILL = ['libskills', 'skills', 'skill', 'for', 'the', 'a', 'an', 'of', 'library'];
