import { listResponse } from '../../contract/schemas/skills.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import type { BodyCache } from '../body-cache.ts';
import { PreparedBody } from '../prepared-body.ts';
import { defineRoute, type Route } from '../route.ts';
import { JSON_HEADERS, sendPrepared } from '../send.ts';

/** Encoded once per snapshot. Tag: content hash, stable across restarts. */
export function listRoute({ live }: ServedRegistry, bodies: BodyCache): Route {
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
      const snapshot = live.snapshot();
      const body = await bodies.getOrMake(snapshot, 'list', async () => {
        const list = { ...snapshot.index, skills: [...snapshot.entries.values()] };
        return new PreparedBody(Buffer.from(JSON.stringify(list)), JSON_HEADERS);
      });
      await sendPrepared(request, response, body);
    },
  });
}
