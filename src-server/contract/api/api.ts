/** HTTP answers. Names with an underscore are computed, others come from `skill.json`. */
import type { Infer } from '../schema-types.ts';
import type {
  checkProgress,
  diagnosticsResponse,
  submissionCheck,
  submissionStored,
} from '../schemas/diagnostics.ts';
import type * as find from '../schemas/find.ts';
import type * as skills from '../schemas/skills.ts';
import type {
  activityResponse,
  mcpCaller,
  registryLayout,
  servedLayer,
  statusResponse,
} from '../schemas/status.ts';
import type { LANGUAGES, PRIORITIES } from '../vocabulary.ts';

export { LANGUAGES, PRIORITIES } from '../vocabulary.ts';

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
