import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { registryWorkerUrl } from '../built-files.ts';
import type {
  FindResult,
  FullSkill,
  MatchResponse,
  RegistryIndex,
  SkillKey,
  Status,
} from '../contract/api.ts';
import { ApiError } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import type {
  AskedFind,
  AskedSearch,
  SectionText,
  ServiceQueries,
  StatusFollower,
} from '../contract/queries.ts';
import { DEFAULT_SCAN_INTERVAL_MS, type LayerChoice, type Logger } from '../contract/service.ts';
import { countWords, problemWords } from '../contract/words.ts';
import { HookTeller } from '../hooks/tell.ts';
import { isMistyped, nearKeys } from '../platform/edit-distance.ts';
import {
  buildMatchIndex,
  MalformedPackage,
  type MatchIndex,
  matchPackages,
  readAskedPackages,
} from '../projects/match-packages.ts';
import { countedSkill, fullSkill } from '../registry/full-skill.ts';
import { Problems } from '../registry/problems.ts';
import { Registry } from '../registry/registry.ts';
import type { SkillRecord } from '../registry/skill-record.ts';
import { listedEntry, type RegistrySnapshot } from '../registry/snapshot.ts';
import type { Submissions } from '../registry/store-submission.ts';
import { TextBlock } from '../registry/text-block.ts';
import { isHarmlessIn } from '../search/entries.ts';
import { searchDocument } from '../search/search-document.ts';
import { SearchEngine } from '../search/search-engine.ts';
import { LayerChoices } from './layers.ts';
import type { ServerOptions } from './server-options.ts';
import { makeStatus, type ServiceIdentity, StatusNews } from './status.ts';

interface OpenRegistryOptions extends Pick<ServerOptions, 'watch' | 'scanIntervalMs' | 'isReplica'> {
  readonly choices: LayerChoices;
  readonly logger: Logger;
  readonly identity: ServiceIdentity;
  /** Is called after a change of what is served. */
  readonly onChange?: () => void;
  /** Is called while a scan goes on, with the number of skills that it has read. */
  readonly onReading?: ((skills: number) => void) | undefined;
  /** Milliseconds that questions wait for the words of a start. Default: they wait until the words are known. */
  readonly wordsMs?: number;
}

/** A registry that is followed and answers, in this process. `close` ends its thread and what followers are told. */
export interface OpenedRegistry {
  readonly queries: LocalQueries;
  readonly registry: Registry;
  readonly hooks: HookTeller;
  close(): Promise<void>;
}

/**
 * Opens the layers that were chosen: starts the thread that reads them, joins search, status and answers over what it
 * posts, and follows the user's choice of layers. Resolves when there is something to serve, which may be before all words
 * are known to `find`; rejects if nothing can be read, and then closes what it began.
 */
export async function openRegistry(options: OpenRegistryOptions): Promise<OpenedRegistry> {
  const { choices, logger, watch = true, isReplica = false, identity } = options;
  const registry = new Registry({
    layers: await choices.folders(),
    watch: typeof watch === 'string' ? watch : watch ? 'events' : 'off',
    scanIntervalMs: options.scanIntervalMs ?? DEFAULT_SCAN_INTERVAL_MS,
    isReplica,
    logger,
    workerUrl: registryWorkerUrl(),
    wordsMs: options.wordsMs,
  });
  const engine = new SearchEngine({
    textsOf: (key) => registry.latest.skills.get(key)?.texts ?? NO_TEXTS,
    withheldOf: (key) => registry.latest.skills.get(key)?.withheld,
  });
  const queries = new LocalQueries({ registry, engine, identity, logger });
  let said: string | undefined;
  /** The number of skills that was told last while they are read. */
  let told: number | undefined;
  const onCheck = () => {
    const { checking, counts } = queries.problems;
    const words = `Checked ${countWords(registry.latest.skills.size, 'skill')}: ${problemWords(counts)}.`;
    if (checking === undefined && words !== said) logger.info(words);
    said = checking === undefined ? words : undefined;
  };
  registry.onSearchChange = (change) =>
    engine.apply({ ...change, changed: change.changed.map(searchDocument) });
  registry.onChange = (areSkillsNew) => {
    if (areSkillsNew) options.onChange?.();
    const read = registry.reading?.done;
    if (read !== undefined && read !== told) options.onReading?.(read);
    told = read;
    if (registry.latest.generation > 0) onCheck();
    queries.statusChanged();
  };
  await registry.opened().catch(async (error: unknown) => {
    await registry.close();
    throw error;
  });
  choices.follow(async () => {
    await registry.setLayers(await choices.folders());
    queries.statusChanged();
  });
  return {
    queries,
    registry,
    hooks: new HookTeller({
      skills: () => registry.latest.skills,
      imported: (path, language) => engine.imported(path, language),
    }),
    async close() {
      queries.endNews();
      choices.close();
      await registry.close();
    },
  };
}

const NO_TEXTS: ReadonlyMap<string, string> = new Map();

export interface OwnRegistry {
  readonly path: string;
  readonly layers?: readonly LayerChoice[] | undefined;
}

/**
 * Opens a registry for this process alone: nobody else can ask it. Throws `StartError` if a named folder is no
 * registry.
 */
export async function openOwnRegistry(
  { path, layers }: OwnRegistry,
  logger: Logger,
  watch: 'events' | 'off',
): Promise<OpenedRegistry> {
  const choices = new LayerChoices({ registry: path, layers }, logger);
  const identity: ServiceIdentity = {
    instanceId: randomUUID(),
    startedAt: new Date(),
    startedBy: 'cli',
    acceptsSubmissions: false,
    url: '',
  };
  return openRegistry({ choices, logger, watch, identity, ...(watch === 'off' && { scanIntervalMs: 0 }) });
}

const DEFAULT_LIMIT = 10;

interface LocalQueriesOptions {
  readonly registry: Registry;
  readonly engine: SearchEngine;
  readonly identity: ServiceIdentity;
  readonly logger: Logger;
}

/**
 * Answers from the registry in this process: of its snapshot, and of the search engine over it. Nothing is read while
 * answering, apart from what a submission writes and a fresh scan finds. Answers that take work are made once, and kept by
 * the record or snapshot that they are of.
 */
export class LocalQueries implements ServiceQueries {
  readonly #options: LocalQueriesOptions;
  readonly #skills = new KeptAnswers<SkillRecord, FullSkill>();
  readonly #counted = new KeptAnswers<SkillRecord, FullSkill>();
  #list: { readonly generation: number; readonly list: RegistryIndex } | undefined;
  readonly #sections = new KeptAnswers<SkillRecord['texts'], SectionText>();
  #problems: { readonly of: RegistrySnapshot; readonly day: string; readonly found: Problems } | undefined;
  #matchIndex: { readonly of: RegistrySnapshot['skills']; readonly index: MatchIndex } | undefined;
  #submissions: Submissions | undefined;
  readonly #news = new StatusNews(() => this.statusNow());

  constructor(options: LocalQueriesOptions) {
    this.#options = options;
  }

  get unavailable() {
    return this.#options.registry.unavailable;
  }

  async list() {
    const { generation, head, skills } = this.#options.registry.snapshot();
    if (this.#list?.generation !== generation)
      this.#list = {
        generation,
        list: { ...head, skills: Array.from(skills.values(), listedEntry) },
      };
    return this.#list.list;
  }

  async skill(key: SkillKey, { tokens = false } = {}) {
    const record = this.#find(key);
    if (tokens) return this.#countedSkill(key);
    return this.#skills.get(key, record) ?? this.#skills.keep(key, record, fullSkill(record));
  }

  async #countedSkill(key: SkillKey): Promise<FullSkill> {
    await this.#options.registry.counted(key);
    const record = this.#find(key);
    const known = this.#counted.get(key, record);
    if (known !== undefined) return known;
    const counted = countedSkill(record, await this.skill(key));
    if (counted === undefined)
      throw new ApiError(
        'registry_unavailable',
        `The tokens of '${key}' are not counted now: ask without tokens, or later.`,
      );
    return this.#counted.keep(key, record, counted);
  }

  async section(key: SkillKey, name: string) {
    const record = this.#find(key);
    const { files, texts } = record;
    const file = files.get(name) ?? files.get(`${name}.md`);
    if (file === undefined || !texts.has(file.path)) {
      const why = file?.unread === undefined ? '' : `: ${file.path} ${file.unread}`;
      throw new ApiError('section_not_found', `Section '${name}' not found in skill '${key}'${why}`);
    }
    const { path } = file;
    const id = `${key}/${path}`;
    return this.#sections.get(id, texts) ?? this.#sections.keep(id, texts, sectionText(texts, path));
  }

  async search({ q, lang, names = false }: AskedSearch) {
    const snapshot = this.#options.registry.snapshot();
    const found = this.#options.engine.search(q, { names, ...(lang !== undefined && { lang }) });
    return { query: q, results: withRegistries(snapshot, found) };
  }

  async find({ q, lang, key, limit = DEFAULT_LIMIT, explain = false }: AskedFind, signal?: AbortSignal) {
    const { engine, registry } = this.#options;
    registry.snapshot();
    await registry.indexed();
    const options = { limit, ...(lang !== undefined && { lang }), ...(key !== undefined && { key }) };
    if (!explain) {
      const found = engine.find(q, options);
      const reasons = found.flatMap(({ key }) => {
        const why = engine.withheldWarning(key);
        return why === undefined ? [] : [[key, why] as const];
      });
      const withheld = reasons.length === 0 ? {} : { withheld: Object.fromEntries(reasons) };
      return { query: q, ...withheld, results: withRegistries(registry.latest, found) };
    }
    signal?.throwIfAborted();
    const { results, question } = engine.explain(q, options);
    const warned = withWarnings(engine, results);
    return { query: q, results: withRegistries(registry.latest, warned), question };
  }

  async resolve(asked: string) {
    const { engine, registry } = this.#options;
    const { skills, drafts } = registry.snapshot();
    const keys = engine.resolve(asked);
    if (keys.length > 0) return { keys, near: [], isSame: true };
    const related = engine.related(asked);
    const mistyped = related.isSame ? [] : nearKeys([...skills.keys()], asked);
    const near = new Set([...related.keys, ...mistyped]);
    const [only, ...others] = near;
    const isMeant = only !== undefined && others.length === 0 && isMistyped(only, asked);
    const isSame = related.isSame || isMeant;
    const draft = drafts.find(({ key }) => key === asked);
    return { keys, near: [...near], isSame, ...(draft && { draftTexts: draft.toWrite }) };
  }

  async diagnostics({ fresh = false } = {}) {
    const { registry } = this.#options;
    if (fresh) await registry.rescan();
    registry.snapshot();
    return this.problems.answer;
  }

  async status() {
    return this.statusNow();
  }

  statusNow(): Status {
    const { identity, registry } = this.#options;
    return makeStatus(identity, registry, this.problems);
  }

  /** The index of packages is built with the first question after a change. Dangers are known with the words. */
  async match(body: unknown): Promise<MatchResponse> {
    const { registry } = this.#options;
    registry.snapshot();
    await registry.indexed();
    const { skills } = registry.latest;
    try {
      const packages = readAskedPackages(body);
      if (this.#matchIndex?.of !== skills)
        this.#matchIndex = { of: skills, index: buildMatchIndex(skills.values()) };
      return matchPackages(packages, this.#matchIndex.index);
    } catch (error) {
      throw error instanceof MalformedPackage ? new ApiError('bad_request', error.message) : error;
    }
  }

  async checkSubmission(body: string) {
    return (await this.#takeSubmissions()).check(body);
  }

  async submit(body: string) {
    return (await this.#takeSubmissions()).submit(body);
  }

  /** Loads the code for submissions when the first one comes: it imports all rules and the writer of registries. */
  async #takeSubmissions(): Promise<Submissions> {
    const { Submissions } = await import('../registry/store-submission.ts');
    this.#submissions ??= new Submissions(this.#options.registry, this.#options.logger);
    return this.#submissions;
  }

  follow(follower: StatusFollower): () => void {
    return this.#news.follow(follower);
  }

  /** Tells the followers that the status is another one. */
  statusChanged(): void {
    this.#news.changed();
  }

  /** Ends what followers are told. The server can't close while their streams are open. */
  endNews(): void {
    this.#news.close();
  }

  /** What is wrong with the present snapshot. It is found anew each day, since an index.json ages. */
  get problems(): Problems {
    const { latest } = this.#options.registry;
    const now = new Date();
    const day = now.toISOString().slice(0, 10);
    if (this.#problems?.of !== latest || this.#problems.day !== day)
      this.#problems = { of: latest, day, found: new Problems(latest, now) };
    return this.#problems.found;
  }

  #find(key: SkillKey): SkillRecord {
    const skill = this.#options.registry.snapshot().skills.get(key);
    if (skill === undefined) throw new ApiError('skill_not_found', `Skill '${key}' not found`);
    return skill;
  }
}

/** The answers that were asked last. Each is known as long as the record or texts that it was made from are the same object. */
class KeptAnswers<Source extends object, Answer extends object> {
  readonly #kept = new LRUCache<string, { readonly of: Source; readonly answer: Answer }>({
    max: LIMITS.keptAnswers,
  });

  get(id: string, source: Source): Answer | undefined {
    const kept = this.#kept.get(id);
    return kept?.of === source ? kept.answer : undefined;
  }

  keep(id: string, source: Source, answer: Answer): Answer {
    this.#kept.set(id, { of: source, answer });
    return answer;
  }
}

/** A section whose text is decoded when it is read. `bytes` and `isHarmless` are not enumerable: JSON answers leave them out. */
function sectionText(texts: SkillRecord['texts'], path: string): SectionText {
  const section = {
    path,
    get text() {
      return texts.get(path) ?? '';
    },
  };
  return Object.defineProperties(section, {
    bytes: { value: texts instanceof TextBlock ? texts.bytesOf(path) : undefined },
    isHarmless: { get: () => isHarmlessIn(texts, path) },
  });
}

function withWarnings(engine: SearchEngine, results: readonly FindResult[]): readonly FindResult[] {
  return results.map((result) => {
    const warning = engine.withheldWarning(result.key);
    return { ...result, ...(warning !== undefined && { warning }) };
  });
}

/** Names the registry of each result, where several are served together. */
function withRegistries<Result extends { readonly key: SkillKey }>(
  { layers, skills }: RegistrySnapshot,
  results: readonly Result[],
): readonly (Result & { readonly _registry?: string })[] {
  if (layers.length < 2) return results;
  return results.map((result) => {
    const name = skills.get(result.key)?.registry;
    return name === undefined ? result : { ...result, _registry: name };
  });
}
