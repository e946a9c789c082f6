import type {
  DiagnosticsResponse,
  FindResponse,
  FullSkill,
  MatchResponse,
  RegistryIndex,
  SearchResponse,
  SkillKey,
  Status,
  StoredSubmission,
  SubmissionCheck,
} from './api.ts';

/**
 * What one can ask a registry, whoever asks: a route, a tool of MCP, a command. Answers are those of the HTTP
 * interface, else an `ApiError` says why. In process, `list`, `skill`, `section` and `diagnostics` give the same object
 * until something in it changes: what one made of it, such as a body, can be kept by it.
 */
export interface RegistryQueries {
  /** All skills, in byte order of their keys. */
  list(): Promise<RegistryIndex>;
  /**
   * skill.json with all texts. Rejects with `skill_not_found`. With `tokens`, waits until its tokens are counted; rejects
   * with `registry_unavailable` if they can't be counted now.
   */
  skill(key: SkillKey, asked?: { readonly tokens?: boolean }): Promise<FullSkill>;
  /** Returns one file, listed or not, by its name with or without `.md`. Rejects with `section_not_found`, too. */
  section(key: SkillKey, name: string): Promise<SectionText>;
  /** Skills with every word of `q` in name, tags or summary. */
  search(asked: AskedSearch): Promise<SearchResponse>;
  /** Skills by their texts, best first. With `explain` strength, entries, warnings, and a report on the question. */
  find(asked: AskedFind, signal?: AbortSignal): Promise<FindResponse>;
  /** The skills that a name means: a key or its end, a package, an import, an address. */
  resolve(asked: string): Promise<ResolvedName>;
  /** What is wrong with the registry, by its own rules. `fresh` scans and checks before. */
  diagnostics(asked?: { readonly fresh?: boolean }): Promise<DiagnosticsResponse>;
  /** What runs and what it serves; answered also while nothing can be read. */
  status(): Promise<Status>;
}

export interface SectionText {
  /** The path of the file, as it is listed: `pitfalls.md` for `pitfalls`. */
  readonly path: string;
  readonly text: string;
  /** The text in UTF-8, where it is at hand. */
  readonly bytes?: Uint8Array;
  /** Whether agents may read all lines as they are: see `isHarmless`. Absent where nobody knows. */
  readonly isHarmless?: boolean;
}

export interface AskedSearch {
  readonly q: string;
  readonly lang?: string | undefined;
  /** Puts first the skills that the whole `q` is a name of. Default: false. */
  readonly names?: boolean | undefined;
}

export interface AskedFind {
  readonly q: string;
  readonly limit?: number | undefined;
  readonly lang?: string | undefined;
  readonly explain?: boolean | undefined;
  /** The only skill that is asked: which of its entries answer. Default: all. */
  readonly key?: SkillKey | undefined;
}

export interface ResolvedName {
  /** The skills that have the name; several if it is not unique. */
  readonly keys: readonly SkillKey[];
  /**
   * The skills to try where none has the name: those whose names begin with it or the other way round, then near keys.
   */
  readonly near: readonly SkillKey[];
  /** `near` is the asked library, written otherwise; false for other libraries with like names. */
  readonly isSame: boolean;
  /** Texts still to write, where the name is the key of a draft. */
  readonly draftTexts?: number;
}

/** What only the service in its own process can do besides. */
export interface ServiceQueries extends RegistryQueries {
  /** Why nothing can be read now; undefined while a registry is served. */
  readonly unavailable: string | undefined;
  /** @param body of `POST /v1/match`; rejects with `bad_request`, naming the entry */
  match(body: unknown): Promise<MatchResponse>;
  /** @param body text of `POST /v1/skills`. What would become of it; nothing is stored. */
  checkSubmission(body: string): Promise<SubmissionCheck>;
  /** Resolves when the skill is served. Rejects with the errors of the route. */
  submit(body: string): Promise<StoredSubmission>;
  /** Calls back with the status after each change, at most ten times a second. Returns a function that ends it. */
  follow(follower: StatusFollower): () => void;
}

export interface StatusFollower {
  onStatus(status: Status): void;
  onEnd(): void;
}
