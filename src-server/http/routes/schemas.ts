import { ApiError } from '../../contract/api/error-codes.ts';
import { SECURITY_HEADERS } from '../../contract/api/page-policy.ts';
import indexEntry from '../../contract/schemas/index-entry.schema.json';
import language from '../../contract/schemas/language.schema.json';
import registryIndex from '../../contract/schemas/registry-index.schema.json';
import registryRules from '../../contract/schemas/registry-rules.schema.json';
import skill from '../../contract/schemas/skill.schema.json';
import submission from '../../contract/schemas/submission.schema.json';
import vocabulary from '../../contract/schemas/vocabulary.schema.json';
import { PreparedBody } from '../prepared-body.ts';
import { sendPrepared } from '../respond.ts';
import { pathParameter, type Route } from '../route.ts';

/** References are relative. */
const SCHEMAS: Readonly<Record<string, unknown>> = {
  'index-entry.schema.json': indexEntry,
  'language.schema.json': language,
  'registry-index.schema.json': registryIndex,
  'registry-rules.schema.json': registryRules,
  'skill.schema.json': skill,
  'submission.schema.json': submission,
  'vocabulary.schema.json': vocabulary,
};

export function schemaRoutes(): readonly Route[] {
  const bodies = new Map(
    Object.entries(SCHEMAS).map(
      ([name, schema]) => [name, prepare(schema, 'application/schema+json; charset=utf-8')] as const,
    ),
  );
  const list = prepare(
    { schemas: Object.keys(SCHEMAS).map((name) => `/schemas/${name}`) },
    'application/json; charset=utf-8',
  );
  return [
    {
      method: 'GET',
      path: '/schemas',
      handle: (request, response) => sendPrepared(request, response, list),
    },
    {
      method: 'GET',
      path: '/schemas/:name',
      handle(request, response) {
        const name = pathParameter(request, 'name');
        const body = bodies.get(name);
        if (body === undefined)
          throw new ApiError('route_not_found', `There is no schema ${name}. GET /schemas lists them.`);
        return sendPrepared(request, response, body);
      },
    },
  ];
}

function prepare(value: unknown, contentType: string): PreparedBody {
  const headers = { 'Content-Type': contentType, 'Cache-Control': 'no-cache', ...SECURITY_HEADERS };
  return new PreparedBody(Buffer.from(JSON.stringify(value, undefined, 2)), headers);
}
