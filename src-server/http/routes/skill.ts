import type { Response } from 'express';
import type { Infer } from '../../contract/schema-types.ts';
import { skillQuery } from '../../contract/schemas/queries.ts';
import { fullSkill } from '../../contract/schemas/skills.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { fittedSkill } from '../../skill-answer/fitted-skill.ts';
import type { BodyCache } from '../body-cache.ts';
import { PreparedBody } from '../prepared-body.ts';
import { callerGone, defineRoute, keyParameter, type Route } from '../route.ts';
import { JSON_HEADERS, MARKDOWN_HEADERS, sendPrepared } from '../send.ts';

const JSON_TYPE = 'application/json';
const MARKDOWN_TYPE = 'text/markdown';
const VARY = { Vary: 'Accept, Accept-Encoding' };

/** skill.json with texts, or Markdown within a token budget. */
export function skillRoute(served: ServedRegistry, bodies: BodyCache): Route {
  const answers = new SkillAnswers(served, bodies);
  return defineRoute({
    method: 'GET',
    path: '/v1/skills/:lang/:author/:name',
    id: 'getSkill',
    summary: 'One skill with the texts of its files',
    description:
      'With `Accept: text/markdown`: one text within `max_tokens`, pitfalls and safety rules first, and first of all the sections that answer `query`.',
    tag: 'skills',
    query: skillQuery,
    responses: {
      200: {
        description: 'skill.json, with `_contents`, `_computed` and `_tokens`.',
        schema: fullSkill,
        types: [JSON_TYPE, MARKDOWN_TYPE],
      },
    },
    isConditional: true,
    errors: ['bad_request', 'bad_query', 'skill_not_found', 'unreadable', 'registry_unavailable', 'internal'],
    async handle({ request, response, query, record }) {
      const key = keyParameter(request);
      record({ target: key, skillKey: key });
      const isMarkdown = request.accepts([JSON_TYPE, MARKDOWN_TYPE]) === MARKDOWN_TYPE;
      const { body, tokens } = isMarkdown
        ? await answers.markdown(key, query(), response)
        : await answers.json(key);
      record({ tokens });
      await sendPrepared(request, response, body);
    },
  });
}

interface SkillAnswer {
  readonly body: PreparedBody;
  /** For the activity list. */
  readonly tokens: number;
}

class SkillAnswers {
  readonly #served: ServedRegistry;
  readonly #bodies: BodyCache;

  constructor(served: ServedRegistry, bodies: BodyCache) {
    this.#served = served;
    this.#bodies = bodies;
  }

  async json(key: string): Promise<SkillAnswer> {
    const skill = await this.#served.queries.skill(key);
    const body = await this.#bodies.getOrMake(
      skill,
      `skill ${key}`,
      async () => new PreparedBody(Buffer.from(JSON.stringify(skill)), { ...JSON_HEADERS, ...VARY }),
    );
    const tokens = Object.values(skill._tokens).reduce((sum, count) => sum + count, 0);
    return { body, tokens };
  }

  async markdown(
    key: string,
    { max_tokens: budget, ...query }: Infer<typeof skillQuery>,
    response: Response,
  ): Promise<SkillAnswer> {
    const { text, tokens } = await fittedSkill(this.#served, key, {
      ...query,
      ...(budget !== undefined && { budget: Number(budget) }),
      signal: callerGone(response),
    });
    return { body: new PreparedBody(Buffer.from(text), { ...MARKDOWN_HEADERS, ...VARY }), tokens };
  }
}
