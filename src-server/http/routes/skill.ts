import type { ServerResponse } from 'node:http';
import type { IndexEntry } from '../../contract/api/api.ts';
import type { Skill } from '../../registry/model/skill.ts';
import { answerBytes, findSkill, readSkillContents, type SkillContents } from '../../registry/skill-texts.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { fittedSkill, MODEL_TEXT_BYTES } from '../../skill-answer/fitted-skill.ts';
import type { AnswerBudget } from '../answer-budget.ts';
import type { BodyCache } from '../body-cache.ts';
import { callerGone } from '../caller-gone.ts';
import { PreparedBody } from '../prepared-body.ts';
import { type SkillQuery, skillQuery } from '../query.ts';
import { JSON_HEADERS, MARKDOWN_HEADERS, sendPrepared } from '../respond.ts';
import { pathParameter, type Route } from '../route.ts';
import { skillBody, skillFields } from '../skill-body.ts';

/** In memory: bytes, strings, parts, joined. */
const COPIES = 4;

export function makingBytes(skill: Skill): number {
  return COPIES * answerBytes(skill);
}

/** skill.json with texts, or Markdown within a token budget. */
export function skillRoute(served: ServedRegistry, cache: BodyCache, budget: AnswerBudget): Route {
  const answers = new SkillAnswers(served, cache, budget);
  return {
    method: 'GET',
    path: '/v1/skills/:lang/:author/:name',
    async handle(request, response, record) {
      const key = requestedKey(request);
      record({ target: key, skillKey: key });
      const { body, tokens } =
        request.accepts([JSON_TYPE, MARKDOWN_TYPE]) === MARKDOWN_TYPE
          ? await answers.markdown(key, skillQuery(request), response)
          : await answers.of(key, response);
      record({ tokens });
      await sendPrepared(request, response, body);
    },
  };
}

export function requestedKey(request: Parameters<Route['handle']>[0]): string {
  return `${pathParameter(request, 'lang')}/${pathParameter(request, 'author')}/${pathParameter(request, 'name')}`;
}

const JSON_TYPE = 'application/json';
const MARKDOWN_TYPE = 'text/markdown';
const VARY = { Vary: 'Accept, Accept-Encoding' };

interface SkillAnswer {
  readonly body: PreparedBody;
  /** For the activity list. */
  readonly tokens: number;
}

class SkillAnswers {
  readonly #served: ServedRegistry;
  readonly #cache: BodyCache;
  readonly #budget: AnswerBudget;
  readonly #tokens = new WeakMap<PreparedBody, number>();

  constructor(served: ServedRegistry, cache: BodyCache, budget: AnswerBudget) {
    this.#served = served;
    this.#cache = cache;
    this.#budget = budget;
  }

  async of(key: string, response: ServerResponse): Promise<SkillAnswer> {
    const snapshot = this.#served.live.snapshot();
    const skill = findSkill(snapshot, key);
    const owner = snapshot.entries.get(key) ?? skill;
    const make = (unwanted: AbortSignal) =>
      this.#budget.make(makingBytes(skill), () => this.#make(key, owner, unwanted), unwanted);
    const bodyName = `skill ${key}`;
    const body =
      this.#cache.get(owner, bodyName) ??
      (await this.#cache.getOrMake(owner, bodyName, make, callerGone(response)));
    return { body, tokens: this.#tokens.get(body) ?? 0 };
  }

  async markdown(key: string, query: SkillQuery, response: ServerResponse): Promise<SkillAnswer> {
    const signal = callerGone(response);
    const make = () => fittedSkill(this.#served, key, { ...query, signal });
    const { text, tokens } = await this.#budget.make(COPIES * MODEL_TEXT_BYTES, make, signal);
    return { body: new PreparedBody(Buffer.from(text), { ...MARKDOWN_HEADERS, ...VARY }), tokens };
  }

  async #make(key: string, owner: object, unwanted: AbortSignal): Promise<PreparedBody> {
    const contents = await readSkillContents(this.#served.live, key);
    unwanted.throwIfAborted();
    const entry = contents.snapshot.entries.get(key);
    const texts = [...contents.texts.values()].map((text) => text.toString('utf8'));
    const counts = await this.#served.tokens.measure(texts, { signal: unwanted });
    const { body, etag } = await skillBody(skillFields(contents, entry, counts), contents.texts, unwanted);
    const isSettled = isStillOf(owner, contents, entry);
    const prepared = new PreparedBody(body, { ...JSON_HEADERS, ...VARY }, etag, isSettled);
    this.#tokens.set(
      prepared,
      counts.reduce((sum, count) => sum + count.tokens, 0),
    );
    return prepared;
  }
}

/** Cacheable: all texts were readable, the skill is unchanged. */
export function isStillOf(
  owner: object,
  { isSettled, skill }: SkillContents,
  entry: IndexEntry | undefined,
): boolean {
  return isSettled && (entry ?? skill) === owner;
}
