import { answeringResults } from '../../contract/api.ts';
import { ApiError } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { AskedFind, ServiceQueries } from '../../contract/queries.ts';
import { checkOf } from '../../contract/schema.ts';
import { findResponse } from '../../contract/schemas/find.ts';
import { findQuery, findRequest } from '../../contract/schemas/queries.ts';
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
        const { q, lang, limit, explain } = call.query;
        const most = limit === undefined ? undefined : Number(limit);
        return find({ q, lang, limit: most, explain: explain === '1' }, call);
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
