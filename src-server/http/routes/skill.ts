import type { ServerResponse } from 'node:http';
import { findSkill, readSkillContents } from '../../registry/skill-texts.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { fittedSkill } from '../../skill-answer/fitted-skill.ts';
import type { BodyCache } from '../body-cache.ts';
import { callerGone } from '../caller-gone.ts';
import { PreparedBody } from '../prepared-body.ts';
import { type SkillQuery, skillQuery } from '../query.ts';
import { JSON_HEADERS, MARKDOWN_HEADERS, sendPrepared } from '../respond.ts';
import { pathParameter, type Route } from '../route.ts';
import { skillFields } from '../skill-fields.ts';

/** skill.json with texts, or Markdown within a token budget. */
export function skillRoute(served: ServedRegistry, cache: BodyCache): Route {
  const answers = new SkillAnswers(served, cache);
  return {
    method: 'GET',
    path: '/v1/skills/:lang/:author/:name',
    async handle(request, response, record) {
      const key = requestedKey(request);
      record({ target: key, skillKey: key });
      const { body, tokens } =
        request.accepts([JSON_TYPE, MARKDOWN_TYPE]) === MARKDOWN_TYPE
          ? await answers.markdown(key, skillQuery(request), response)
          : await answers.of(key);
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
  readonly #tokens = new WeakMap<PreparedBody, number>();

  constructor(served: ServedRegistry, cache: BodyCache) {
    this.#served = served;
    this.#cache = cache;
  }

  async of(key: string): Promise<SkillAnswer> {
    const snapshot = this.#served.live.snapshot();
    const skill = findSkill(snapshot, key);
    const owner = snapshot.entries.get(key) ?? skill;
    const body = await this.#cache.getOrMake(owner, `skill ${key}`, () => this.#make(key, owner));
    return { body, tokens: this.#tokens.get(body) ?? 0 };
  }

  async markdown(key: string, query: SkillQuery, response: ServerResponse): Promise<SkillAnswer> {
    const { text, tokens } = await fittedSkill(this.#served, key, { ...query, signal: callerGone(response) });
    return { body: new PreparedBody(Buffer.from(text), { ...MARKDOWN_HEADERS, ...VARY }), tokens };
  }

  async #make(key: string, owner: object): Promise<PreparedBody> {
    const contents = await readSkillContents(this.#served.live, key);
    const entry = contents.snapshot.entries.get(key);
    const texts = new Map(
      Array.from(contents.texts, ([path, text]) => [path, text.toString('utf8')] as const),
    );
    const counts = await this.#served.tokens.measure([...texts.values()]);
    const skill = { ...skillFields(contents, entry, counts), _contents: Object.fromEntries(texts) };
    const isSettled = contents.isSettled && (entry ?? contents.skill) === owner;
    const body = new PreparedBody(
      Buffer.from(JSON.stringify(skill)),
      { ...JSON_HEADERS, ...VARY },
      isSettled,
    );
    this.#tokens.set(
      body,
      counts.reduce((sum, count) => sum + count.tokens, 0),
    );
    return body;
  }
}
