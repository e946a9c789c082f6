import type {
  FindResult,
  FullSkill,
  MatchResponse,
  RegistryIndex,
  SkillKey,
  Status,
} from '../contract/api.ts';
import { ApiError } from '../contract/errors.ts';
import type {
  AskedFind,
  AskedSearch,
  SectionText,
  ServiceQueries,
  StatusFollower,
} from '../contract/queries.ts';
import type { SearchEngine } from '../search/search-engine.ts';
import { isMistyped, nearKeys } from '../search/skill-names.ts';
import { countedSkill, fullSkill } from './full-skill.ts';
import { Problems } from './problems.ts';
import type { Registry } from './registry.ts';
import type { SkillRecord } from './skill-record.ts';
import { type RegistrySnapshot, withRegistries } from './snapshot.ts';
import type { Submissions } from './store-submission.ts';

const DEFAULT_LIMIT = 10;

interface LocalQueriesOptions {
  readonly registry: Registry;
  readonly engine: SearchEngine;
  readonly submissions: Submissions;
  readonly match: (body: unknown, signal: AbortSignal | undefined) => Promise<MatchResponse>;
  readonly status: (problems: Problems) => Status;
  readonly follow: (follower: StatusFollower) => () => void;
  readonly isAgeless: (root: string) => boolean;
}

/** Over the registry in this process. Nothing is read while answering. */
export class LocalQueries implements ServiceQueries {
  readonly #options: LocalQueriesOptions;
  readonly #skills = new WeakMap<SkillRecord, FullSkill>();
  readonly #counted = new WeakMap<SkillRecord, FullSkill>();
  #list: { readonly generation: number; readonly list: RegistryIndex } | undefined;
  readonly #sections = new WeakMap<SkillRecord['texts'], Map<string, SectionText>>();
  #problems: { readonly of: RegistrySnapshot; readonly day: string; readonly found: Problems } | undefined;

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
        list: { ...head, skills: Array.from(skills.values(), ({ entry }) => entry) },
      };
    return this.#list.list;
  }

  async skill(key: SkillKey, { tokens = false } = {}) {
    const record = this.#find(key);
    if (tokens) return this.#countedSkill(key);
    const answer = this.#skills.get(record) ?? fullSkill(record);
    this.#skills.set(record, answer);
    return answer;
  }

  async #countedSkill(key: SkillKey): Promise<FullSkill> {
    await this.#options.registry.counted(key);
    const record = this.#find(key);
    const known = this.#counted.get(record) ?? countedSkill(record, await this.skill(key));
    if (known === undefined)
      throw new ApiError(
        'registry_unavailable',
        `The tokens of '${key}' are not counted now: ask without tokens, or later.`,
      );
    this.#counted.set(record, known);
    return known;
  }

  async section(key: SkillKey, name: string) {
    const record = this.#find(key);
    const { files, texts } = record;
    const file = files.get(name) ?? files.get(`${name}.md`);
    const text = file && texts.get(file.path);
    if (file === undefined || text === undefined) {
      const why = file?.unread === undefined ? '' : `: ${file.path} ${file.unread}`;
      throw new ApiError('section_not_found', `Section '${name}' not found in skill '${key}'${why}`);
    }
    const sections = this.#sections.get(texts) ?? new Map<string, SectionText>();
    this.#sections.set(texts, sections);
    const answer = sections.get(file.path) ?? { path: file.path, text };
    sections.set(file.path, answer);
    return answer;
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
        const why = engine.warningFor(key);
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
    return this.#options.status(this.problems);
  }

  async match(body: unknown, signal?: AbortSignal) {
    this.#options.registry.snapshot();
    return this.#options.match(body, signal);
  }

  async checkSubmission(body: string) {
    return this.#options.submissions.check(body);
  }

  async submit(body: string) {
    return this.#options.submissions.submit(body);
  }

  follow(follower: StatusFollower): () => void {
    return this.#options.follow(follower);
  }

  /** Of the present snapshot. An index.json ages from day to day. */
  get problems(): Problems {
    const { registry, isAgeless } = this.#options;
    const { latest } = registry;
    const now = new Date();
    const day = now.toISOString().slice(0, 10);
    if (this.#problems?.of !== latest || this.#problems.day !== day)
      this.#problems = { of: latest, day, found: new Problems(latest, now, isAgeless) };
    return this.#problems.found;
  }

  #find(key: SkillKey): SkillRecord {
    const skill = this.#options.registry.snapshot().skills.get(key);
    if (skill === undefined) throw new ApiError('skill_not_found', `Skill '${key}' not found`);
    return skill;
  }
}

function withWarnings(engine: SearchEngine, results: readonly FindResult[]): readonly FindResult[] {
  return results.map((result) => {
    const warning = engine.warningFor(result.key);
    return { ...result, ...(warning !== undefined && { warning }) };
  });
}
