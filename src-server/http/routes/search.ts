import { answeringResults, type MatchResponse, type ResolveResponse } from '../../contract/api.ts';
import { ApiError } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { AskedFind, ServiceQueries } from '../../contract/queries.ts';
import { checkOf } from '../../contract/schema.ts';
import {
  findQuery,
  findRequest,
  findResponse,
  matchQuery,
  matchRequest,
  matchResponse,
  resolveQuery,
  searchQuery,
} from '../../contract/schemas/queries.ts';
import { resolveResponse, searchResponse } from '../../contract/schemas/skills.ts';
import { countWords } from '../../contract/words.ts';
import type { FittedAnswer } from '../../skill-answer/fitted-skill.ts';
import type { ProjectRequest } from '../../skill-answer/project-dangers.ts';
import { ANSWER_TYPES, MARKDOWN_HEADERS, PreparedBody, prefersMarkdown } from '../bodies.ts';
import {
  assertReadable,
  BODY_ERRORS,
  type Call,
  callerGone,
  defineRoute,
  QUERY_ERRORS,
  type Route,
  readJson,
} from '../route.ts';

export function searchRoutes(queries: ServiceQueries): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/search',
      id: 'searchSkills',
      summary: 'Keyword search',
      description: 'Matches name, tags and summary; every word must match.',
      tag: 'search',
      query: searchQuery,
      responses: { 200: { description: 'Best first.', schema: searchResponse } },
      errors: QUERY_ERRORS,
      async handle({ query: { q, lang, names }, record }) {
        record({ target: q });
        const found = await queries.search({ q, lang, names: names === '1' });
        record({ results: found.results.length });
        return found;
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/resolve',
      id: 'resolveName',
      summary: 'The skills that a name means',
      description:
        'Takes a key or its end, a package or import name, a repository’s address or a package URL, with or without a version. A near match only with `near`.',
      tag: 'search',
      query: resolveQuery,
      responses: { 200: { description: 'Their keys.', schema: resolveResponse } },
      errors: QUERY_ERRORS,
      async handle({ query: { q, lang, near: wantsNear }, record }) {
        record({ target: q });
        const { draftTexts, isSame, ...found } = await queries.resolve(q);
        const inLanguage = (key: string) => lang === undefined || key.startsWith(`${lang}/`);
        const keys = found.keys.filter(inLanguage);
        const near = wantsNear === '1' ? found.near.filter(inLanguage) : [];
        record({ results: keys.length + near.length });
        const more = { near, same: isSame, ...(draftTexts !== undefined && { draft_texts: draftTexts }) };
        return { query: q, keys, ...(wantsNear === '1' && more) } satisfies ResolveResponse;
      },
    }),
  ];
}

const RESPONSES = { 200: { description: 'Best first.', schema: findResponse } };

const isFindRequest = checkOf(findRequest, { firstOnly: true });
const WRONG_BODY =
  'The body must be { "q" }, at most 65,536 characters, and may have "limit" (1 to 1,000), "lang" and "explain" (true or false).';

export function findRoutes(queries: ServiceQueries): readonly Route[] {
  const find = async (asked: AskedFind, { response, record }: Pick<Call, 'response' | 'record'>) => {
    record({ target: asked.q.slice(0, LIMITS.queryLength) });
    const found = await queries.find(asked, callerGone(response));
    record({ results: answeringResults(found) });
    return found;
  };
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/find',
      id: 'findSkills',
      summary: 'Search in the texts',
      description: 'Ranks the skills by TF-IDF over the text of their files.',
      tag: 'search',
      query: findQuery,
      responses: RESPONSES,
      errors: QUERY_ERRORS,
      handle(call) {
        const { q, lang, key, limit, explain } = call.query;
        const most = limit === undefined ? undefined : Number(limit);
        return find({ q, lang, key, limit: most, explain: explain === '1' }, call);
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/find',
      id: 'findSkillsForMessage',
      summary: 'Search in the texts for a message or a stack trace',
      description:
        'As `GET /v1/find`, for up to 65,536 characters: they are reduced to the messages and the nearest frames.',
      tag: 'search',
      body: findRequest,
      responses: RESPONSES,
      errors: BODY_ERRORS,
      async handle(call) {
        assertReadable(queries);
        const body = await readJson(call);
        if (!isFindRequest(body)) throw new ApiError('bad_request', WRONG_BODY);
        return find(body, call);
      },
    }),
  ];
}

/** Makes the dangers of matched packages as Markdown, within a budget of tokens. */
export type FitProject = (
  packages: MatchResponse['packages'],
  request: ProjectRequest,
) => Promise<FittedAnswer>;

export function matchRoute(queries: ServiceQueries, fitProject: FitProject): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/match',
    id: 'matchPackages',
    summary: 'The skills about a project’s packages',
    description:
      'At most 5,000 packages and 1 MiB. With `Accept: text/markdown`: the worst dangers of all that have a skill, with what to do instead, as one text within `max_tokens`.',
    tag: 'search',
    query: matchQuery,
    body: matchRequest,
    responses: {
      200: { description: 'Direct packages first.', schema: matchResponse, types: ANSWER_TYPES },
    },
    errors: [...BODY_ERRORS, 'bad_query'],
    async handle({ request, response, query, record }) {
      assertReadable(queries);
      const matched = await queries.match(await readJson({ request }));
      const { packages, exact, repository } = matched.counts;
      record({ target: countWords(packages, 'package'), results: exact + repository });
      if (!prefersMarkdown(request)) return matched;
      const own = query.max_tokens === undefined ? {} : { budget: Number(query.max_tokens) };
      const signal = callerGone(response);
      const { text, tokens } = await fitProject(matched.packages, { ...own, signal });
      record({ tokens });
      return new PreparedBody(text, MARKDOWN_HEADERS);
    },
  });
}
