import type { ServiceQueries } from '../../contract/api/registry-queries.ts';
import { listResponse } from '../../contract/schemas/skills.ts';
import type { BodyCache } from '../body-cache.ts';
import { PreparedBody } from '../prepared-body.ts';
import { defineRoute, type Route } from '../route.ts';
import { JSON_HEADERS, sendPrepared } from '../send.ts';

/** Encoded once per snapshot. Tag: content hash, stable across restarts. */
export function listRoute(queries: ServiceQueries, bodies: BodyCache): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/skills',
    id: 'listSkills',
    summary: 'All skills',
    description: 'The whole list in one answer.',
    tag: 'skills',
    responses: { 200: { description: 'The registry index.', schema: listResponse } },
    isConditional: true,
    errors: ['registry_unavailable', 'internal'],
    async handle({ request, response }) {
      const list = await queries.list();
      const body = await bodies.getOrMake(
        list,
        'list',
        async () => new PreparedBody(Buffer.from(JSON.stringify(list)), JSON_HEADERS),
      );
      await sendPrepared(request, response, body);
    },
  });
}
