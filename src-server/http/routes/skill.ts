import type { ServerResponse } from 'node:http';
import { answerBytes, findSkill, MAX_SKILL_BYTES, readSkillContents } from '../../registry/skill-texts.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { fittedSkill } from '../../skill-answer/fitted-skill.ts';
import type { BodyCache } from '../body-cache.ts';
import { ByteGate } from '../byte-gate.ts';
import { callerGone } from '../caller-gone.ts';
import type { HeldBodies } from '../held-bodies.ts';
import { PreparedBody } from '../prepared-body.ts';
import { type SkillQuery, skillQuery } from '../query.ts';
import { JSON_HEADERS, MARKDOWN_HEADERS, sendPrepared } from '../respond.ts';
import { pathParameter, type Route } from '../route.ts';
import { SharedWork } from '../shared-work.ts';
import { describeSkill, skillBody } from '../skill-body.ts';

/** Texts of skills whose answers are being made at the same time; making one takes a few times its texts. */
export const MAKING_BYTES = 2 * MAX_SKILL_BYTES;

/** `GET /v1/skills/:lang/:author/:name`: skill.json with the texts of its files, or a Markdown text within a budget. */
export function skillRoute(served: ServedRegistry, cache: BodyCache, held: HeldBodies): Route {
  const answers = new SkillAnswers(served, cache);
  return {
    method: 'GET',
    path: '/v1/skills/:lang/:author/:name',
    async handle(request, response, tell) {
      const key = requestedKey(request);
      tell({ target: key, skillKey: key });
      const { body, tokens } =
        request.accepts([JSON_TYPE, MARKDOWN_TYPE]) === MARKDOWN_TYPE
          ? await answers.markdown(key, skillQuery(request), response)
          : await answers.of(key, response);
      tell({ tokens });
      held.hold(body, response);
      await sendPrepared(request, response, body);
    },
  };
}

/** The key that a path under `/v1/skills/` names. */
export function requestedKey(request: Parameters<Route['handle']>[0]): string {
  return `${pathParameter(request, 'lang')}/${pathParameter(request, 'author')}/${pathParameter(request, 'name')}`;
}

const JSON_TYPE = 'application/json';
const MARKDOWN_TYPE = 'text/markdown';
const VARY = { Vary: 'Accept, Accept-Encoding' };

interface SkillAnswer {
  readonly body: PreparedBody;
  /** Of all that is sent, for the activity list. */
  readonly tokens: number;
}

/** Makes the answers: each once for all who wait for it, as long as somebody does, and not too many large ones at a time. */
class SkillAnswers {
  readonly #served: ServedRegistry;
  readonly #cache: BodyCache;
  readonly #making = new SharedWork<SkillAnswer>();
  readonly #gate = new ByteGate(MAKING_BYTES);
  readonly #tokens = new WeakMap<PreparedBody, number>();

  constructor(served: ServedRegistry, cache: BodyCache) {
    this.#served = served;
    this.#cache = cache;
  }

  async of(key: string, response: ServerResponse): Promise<SkillAnswer> {
    const snapshot = this.#served.live.snapshot();
    const skill = findSkill(snapshot, key);
    const owner = snapshot.entries.get(key) ?? skill;
    const known = this.#cache.get(owner, 'skill');
    if (known !== undefined) return { body: known, tokens: this.#tokens.get(known) ?? 0 };
    const make = (unwanted: AbortSignal) =>
      this.#gate.run(answerBytes(skill), () => this.#make(key, unwanted), unwanted);
    return this.#making.run(owner, 'skill', make, callerGone(response));
  }

  async markdown(key: string, query: SkillQuery, response: ServerResponse): Promise<SkillAnswer> {
    const skill = findSkill(this.#served.live.snapshot(), key);
    const signal = callerGone(response);
    const make = () => fittedSkill(this.#served, key, { ...query, signal });
    const { text, tokens } = await this.#gate.run(answerBytes(skill), make, signal);
    return { body: new PreparedBody(Buffer.from(text), { ...MARKDOWN_HEADERS, ...VARY }), tokens };
  }

  async #make(key: string, unwanted: AbortSignal): Promise<SkillAnswer> {
    const contents = await readSkillContents(this.#served.live, key);
    unwanted.throwIfAborted();
    const entry = contents.snapshot.entries.get(key);
    const texts = [...contents.texts.values()].map((text) => text.toString('utf8'));
    const counts = await this.#served.tokens.measure(texts, { signal: unwanted });
    const joined = await skillBody(describeSkill(contents, entry, counts), contents.texts, unwanted);
    const body = new PreparedBody(joined.body, { ...JSON_HEADERS, ...VARY }, joined.etag);
    const tokens = counts.reduce((sum, count) => sum + count.tokens, 0);
    this.#tokens.set(body, tokens);
    // An answer that lacks what can't be read now is for those who wait for it, and for nobody later.
    if (contents.isSettled) await this.#cache.getOrMake(entry ?? contents.skill, 'skill', async () => body);
    return { body, tokens };
  }
}
