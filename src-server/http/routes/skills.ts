import type { Request } from 'express';
import { ApiError, NO_WRITES_OF_REPLICAS } from '../../contract/errors.ts';
import type { ServiceQueries } from '../../contract/queries.ts';
import { submissionSchema } from '../../contract/schemas/files.ts';
import { skillQuery, submissionQuery } from '../../contract/schemas/queries.ts';
import { fullSkill, listResponse } from '../../contract/schemas/skills.ts';
import { submissionCheck, submissionStored } from '../../contract/schemas/status.ts';
import { type FittedAnswer, readEntry, type SkillRequest } from '../../skill-answer/fitted-skill.ts';
import {
  ANSWER_TYPES,
  type BodyCache,
  JSON_HEADERS,
  MARKDOWN_HEADERS,
  PreparedBody,
  prefersMarkdown,
  RAW_TEXT_HEADERS,
  VARY,
} from '../bodies.ts';
import {
  assertReadable,
  BODY_ERRORS,
  callerGone,
  defineRoute,
  keyParameter,
  pathParameter,
  type Route,
  readBody,
  takeTurn,
} from '../route.ts';

/** Makes a skill as Markdown, within a budget of tokens. */
export type FitSkill = (key: string, request: SkillRequest) => Promise<FittedAnswer>;

const SKILL_ERRORS = ['bad_request', 'skill_not_found', 'registry_unavailable', 'internal'] as const;

export function skillRoutes(
  queries: ServiceQueries,
  bodies: BodyCache,
  fitSkill: FitSkill,
): readonly Route[] {
  /** What is prepared is sent at once; a body that must be made takes its turn first. */
  const prepared = async (request: Request, shown: object, make: () => PreparedBody) => {
    const known = bodies.known(shown);
    if (known !== undefined) return known;
    await takeTurn(request);
    return make();
  };
  const json = (answer: object, headers = {}) =>
    new PreparedBody(JSON.stringify(answer), { ...JSON_HEADERS, ...headers });
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/skills',
      id: 'listSkills',
      summary: 'All skills',
      description: 'The whole list in one answer.',
      tag: 'skills',
      responses: { 200: { description: 'The registry index.', schema: listResponse } },
      isConditional: true,
      isReady: true,
      errors: ['registry_unavailable', 'internal'],
      async handle({ request }) {
        const list = await queries.list();
        return prepared(request, list, () => bodies.of(list, () => json(list)));
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/skills/:lang/:author/:name',
      id: 'getSkill',
      summary: 'One skill with the texts of its files',
      description:
        'With `Accept: text/markdown`: one text within `max_tokens`, pitfalls and safety rules first, and first of all the entry that answers `query`.',
      tag: 'skills',
      query: skillQuery,
      responses: {
        200: {
          description: 'skill.json, with `_contents` and `_computed`; with `tokens=1`, `_tokens` too.',
          schema: fullSkill,
          types: ANSWER_TYPES,
        },
      },
      isConditional: true,
      isReady: true,
      errors: [...SKILL_ERRORS, 'bad_query'],
      async handle({ request, response, query, record }) {
        const key = keyParameter(request);
        record({ target: key, skillKey: key });
        if (prefersMarkdown(request)) {
          await takeTurn(request);
          const { max_tokens: budget, tokens: _isCounted, ...asked } = query;
          const signal = callerGone(response);
          const own = budget === undefined ? {} : { budget: Number(budget) };
          const { text, tokens, entry } = await fitSkill(key, { ...asked, ...own, signal });
          record({ tokens, ...readEntry(key, entry) });
          return new PreparedBody(text, MARKDOWN_HEADERS);
        }
        const skill = await queries.skill(key, { tokens: query.tokens === '1' });
        if (skill._tokens !== undefined) record({ tokens: sumOf(Object.values(skill._tokens)) });
        return prepared(request, skill, () => bodies.ofMany(skill, () => json(skill, VARY)));
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/skills/:lang/:author/:name/*section',
      id: 'getSection',
      summary: 'One file of a skill as raw text',
      tag: 'skills',
      responses: { 200: { description: 'The text, UTF-8.', types: ['text/plain'] } },
      isConditional: true,
      isReady: true,
      errors: [...SKILL_ERRORS, 'section_not_found'],
      async handle({ request, record }) {
        const key = keyParameter(request);
        const name = pathParameter(request, 'section');
        record({ target: `${key}/${name}`, skillKey: key });
        const section = await queries.section(key, name);
        record({ target: `${key}/${section.path}` });
        const make = () => new PreparedBody(section.bytes ?? section.text, RAW_TEXT_HEADERS);
        return prepared(request, section, () => bodies.ofMany(section, make));
      },
    }),
  ];
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

const SUBMISSIONS_OFF =
  'Submissions are turned off: this registry is read-only. Start the service with --allow-submit, or turn them on in the settings of the app.';

export interface SubmitOptions {
  readonly allowSubmit?: boolean;
  readonly isReplica?: boolean;
}

/** Returns the route that takes submissions. It answers when the skill is served; `check=1` only reports. */
export function submitRoute(
  queries: ServiceQueries,
  { allowSubmit = false, isReplica = false }: SubmitOptions,
): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/skills',
    id: 'submitSkill',
    summary: 'Submit a skill',
    description: 'Turned off unless the service was started with `--allow-submit`. At most 1 MiB.',
    tag: 'skills',
    query: submissionQuery,
    body: submissionSchema,
    responses: {
      200: { description: 'With `check=1`: what would become of it.', schema: submissionCheck },
      201: {
        description:
          'Stored; `Location` says where it is, `taken_out` what of skill.json was not its author’s to say, `withheld` why agents don’t get it, `unfindable` which entries find doesn’t know.',
        schema: submissionStored,
      },
    },
    errors: [
      ...BODY_ERRORS,
      'bad_query',
      'submissions_off',
      'skill_exists',
      'registry_full',
      'skill_invalid',
    ],
    async handle({ request, response, query, record }) {
      if (!allowSubmit) throw new ApiError('submissions_off', SUBMISSIONS_OFF);
      if (isReplica) throw new ApiError('submissions_off', NO_WRITES_OF_REPLICAS);
      assertReadable(queries);
      const text = await readBody({ request });
      if (query.check === '1') return queries.checkSubmission(text);
      const stored = await queries.submit(text);
      record({ target: stored.key, skillKey: stored.key });
      response.status(201).set('Location', `/v1/skills/${stored.key}`);
      return stored;
    },
  });
}
