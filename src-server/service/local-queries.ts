import { LRUCache } from 'lru-cache';
import type {
  DiagnosticsResponse,
  FindResponse,
  FindResult,
  FullSkill,
  LinesResponse,
  RegistryIndex,
  SearchResponse,
  SkillKey,
  Status,
  StoredSubmission,
  SubmissionCheck,
} from '../contract/api/api.ts';
import { ApiError } from '../contract/api/error-codes.ts';
import type { MatchResponse } from '../contract/api/match.ts';
import type {
  AskedFind,
  AskedSearch,
  ProblemPlace,
  ResolvedName,
  SectionText,
  ServiceQueries,
  StatusFollower,
} from '../contract/api/registry-queries.ts';
import type { Logger } from '../contract/service/logger.ts';
import { MalformedPackage, readAskedPackages } from '../projects/match/asked-packages.ts';
import { matchPackages } from '../projects/match/match-packages.ts';
import { leftOutFiles } from '../registry/model/left-out-files.ts';
import { draftOf, type RegistrySnapshot, withRegistries } from '../registry/model/registry-snapshot.ts';
import { servedFields } from '../registry/model/served-fields.ts';
import { MAX_CONTENT_BYTES } from '../registry/model/skill.ts';
import type { Problems } from '../registry/problems.ts';
import {
  findSection,
  findSkill,
  readSkillContents,
  readSkillSection,
  type SkillContents,
} from '../registry/skill-texts.ts';
import { runInSlices } from '../run-in-slices.ts';
import { nearKeys } from '../search/keyword-search/near-keys.ts';
import type { SearchIndex, ServedRegistry } from '../served-registry.ts';
import { computeFacts } from '../validation/compute-facts.ts';
import { locatedProblems, problemLines } from './located-problems.ts';
import { checkSubmission, submit } from './submissions.ts';

const DEFAULT_LIMIT = 10;
const KEPT_ANSWERS = 200;

/** Over the registry in this process. */
export class LocalQueries implements ServiceQueries {
  readonly #served: Omit<ServedRegistry, 'queries'>;
  readonly #logger: Logger;
  readonly #lists = new WeakMap<RegistrySnapshot, RegistryIndex>();
  readonly #problems = new WeakMap<Problems, Promise<DiagnosticsResponse>>();
  /** By what they are made of: entry or skill. */
  readonly #skills = new LRUCache<object, Promise<FullSkill>>({ max: KEPT_ANSWERS });
  readonly #sections = new LRUCache<string, { readonly owner: object; readonly read: Promise<SectionText> }>({
    max: KEPT_ANSWERS,
  });

  constructor(served: Omit<ServedRegistry, 'queries'>, logger: Logger) {
    this.#served = served;
    this.#logger = logger;
  }

  get unavailable(): string | undefined {
    return this.#served.live.unavailable;
  }

  async list(): Promise<RegistryIndex> {
    const snapshot = this.#served.live.snapshot();
    const list = this.#lists.get(snapshot) ?? { ...snapshot.index, skills: [...snapshot.entries.values()] };
    this.#lists.set(snapshot, list);
    return list;
  }

  async skill(key: SkillKey): Promise<FullSkill> {
    const snapshot = this.#served.live.snapshot();
    const owner = snapshot.entries.get(key) ?? findSkill(snapshot, key);
    const known = this.#skills.get(owner);
    if (known !== undefined) return known;
    const making = this.#makeSkill(key, owner);
    this.#skills.set(owner, making);
    making.catch(() => this.#skills.delete(owner));
    return making;
  }

  async section(key: SkillKey, name: string): Promise<SectionText> {
    const { live } = this.#served;
    const owner = findSkill(live.snapshot(), key);
    const { path, size } = findSection(owner, name);
    if (size > MAX_CONTENT_BYTES) throw tooLarge(key, name, path);
    const at = `${key}/${path}`;
    const known = this.#sections.get(at);
    if (known?.owner === owner) return known.read;
    const read = readSkillSection(live, key, name).then(({ file, text, isSettled }) => {
      if (!isSettled) this.#sections.delete(at);
      return { path: file.path, text: text.toString('utf8') };
    });
    this.#sections.set(at, { owner, read });
    read.catch(() => this.#sections.delete(at));
    return read;
  }

  async search({ q, lang, names = false }: AskedSearch): Promise<SearchResponse> {
    const found = this.#served.search().search(q, { names, ...(lang !== undefined && { lang }) });
    return { query: q, results: [...withRegistries(this.#served.live.latest, found)] };
  }

  async find(
    { q, lang, limit = DEFAULT_LIMIT, explain = false }: AskedFind,
    signal?: AbortSignal,
  ): Promise<FindResponse> {
    const search = this.#served.search();
    const options = { limit, ...(lang !== undefined && { lang }) };
    const found: Omit<FindResponse, 'query'> = explain
      ? await search.explain(q, { ...options, signal })
      : { results: [...(await search.find(q, options))] };
    const { question } = found;
    const results = explain ? await withWarnings(search, found.results) : found.results;
    return {
      query: q,
      results: [...withRegistries(this.#served.live.latest, results)],
      ...(question && { question }),
    };
  }

  async resolve(asked: string): Promise<ResolvedName> {
    const search = this.#served.search();
    const snapshot = this.#served.live.snapshot();
    const keys = search.resolve(asked);
    if (keys.length > 0) return { keys, near: [] };
    const near = new Set([...search.related(asked), ...nearKeys([...snapshot.skills.keys()], asked)]);
    const draft = draftOf(snapshot, asked);
    return { keys, near: [...near], ...(draft && { draftTexts: draft.placeholders.length }) };
  }

  async diagnostics({ fresh = false }: { readonly fresh?: boolean } = {}): Promise<DiagnosticsResponse> {
    const { live, problems } = this.#served;
    if (fresh) {
      await Promise.all(live.layers.map(({ location }) => live.refresh({ directory: location.root })));
      await problems.caughtUp();
    }
    live.snapshot();
    const present = problems.present();
    const located = this.#problems.get(present) ?? locatedProblems(present, live);
    this.#problems.set(present, located);
    located.catch(() => this.#problems.delete(present));
    return located;
  }

  async status(): Promise<Status> {
    return this.#served.status();
  }

  async lines(place: ProblemPlace): Promise<LinesResponse> {
    const { live, problems } = this.#served;
    live.snapshot();
    return problemLines(problems.present(), place, live);
  }

  async match(body: unknown, signal?: AbortSignal): Promise<MatchResponse> {
    this.#served.live.snapshot();
    try {
      const packages = await runInSlices(readAskedPackages(body), signal);
      return await runInSlices(matchPackages(packages, await this.#served.matchIndex()), signal);
    } catch (error) {
      if (error instanceof MalformedPackage) throw new ApiError('bad_request', error.message);
      throw error;
    }
  }

  async checkSubmission(body: string): Promise<SubmissionCheck> {
    const { live, checker } = this.#served;
    return checkSubmission(body, { live, checker, logger: this.#logger });
  }

  async submit(body: string): Promise<StoredSubmission> {
    const { live, checker } = this.#served;
    return submit(body, { live, checker, logger: this.#logger });
  }

  follow(follower: StatusFollower): () => void {
    return this.#served.followStatus(follower);
  }

  async #makeSkill(key: SkillKey, owner: object): Promise<FullSkill> {
    const contents = await readSkillContents(this.#served.live, key);
    const { skill, snapshot, texts, omitted, isSettled } = contents;
    const entry = snapshot.entries.get(key);
    if (!isSettled || (entry ?? skill) !== owner) this.#skills.delete(owner);
    const decoded = Array.from(texts, ([path, text]) => [path, text.toString('utf8')] as const);
    const counts = await this.#served.tokens.measure(decoded.map(([, text]) => text));
    const paths = [...texts.keys()];
    const estimated = paths.filter((_, at) => counts[at]?.isEstimate);
    const reasons = [...leftOutFiles(skill), ...omitted.map(({ path, reason }) => [path, reason] as const)];
    return {
      ...ownFields(contents),
      _tokens: Object.fromEntries(paths.map((path, at) => [path, counts[at]?.tokens ?? 0])),
      ...(estimated.length > 0 && { _tokens_estimated: estimated }),
      ...(reasons.length > 0 && { _omitted: Object.fromEntries(reasons) }),
      _contents: Object.fromEntries(decoded),
    };
  }
}

/** Computed fields replace others. */
function ownFields({ skill, snapshot }: SkillContents) {
  const entry = snapshot.entries.get(skill.key);
  const {
    _omitted: _theirs,
    _tokens_estimated: _theirsToo,
    _contents: _texts,
    ...fields
  } = servedFields(skill, entry);
  const { _registry, _shadows } = entry ?? {};
  return {
    ...fields,
    ...(_registry !== undefined && { _registry }),
    ...(_shadows !== undefined && { _shadows }),
    _computed: computeFacts({ manifest: skill.manifest, files: [...skill.files.values()] }, fields),
  };
}

/** For results with a shown passage. */
async function withWarnings(
  search: Pick<SearchIndex, 'warningFor'>,
  results: readonly FindResult[],
): Promise<readonly FindResult[]> {
  const warned: FindResult[] = [];
  for (const result of results) {
    const warning = result.section && (await search.warningFor(result.key));
    warned.push({ ...result, ...(warning !== undefined && { warning }) });
  }
  return warned;
}

function tooLarge(key: SkillKey, name: string, path: string): ApiError {
  const why = `${path} is larger than ${MAX_CONTENT_BYTES / 1024 / 1024} MiB`;
  return new ApiError('section_not_found', `Section '${name}' not found in skill '${key}': ${why}`);
}
