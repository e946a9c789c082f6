import type { ServedRegistry } from '../../served-registry.ts';
import type { BodyCache } from '../body-cache.ts';
import { PreparedBody } from '../prepared-body.ts';
import { JSON_HEADERS, sendPrepared } from '../respond.ts';
import type { Route } from '../route.ts';

/** Encoded once per snapshot. Tag: content hash, stable across restarts. */
export function listRoute({ live }: ServedRegistry, cache: BodyCache): Route {
  return {
    method: 'GET',
    path: '/v1/skills',
    async handle(request, response) {
      const snapshot = live.snapshot();
      const body = await cache.getOrMake(snapshot, 'list', async () => {
        const list = { ...snapshot.index, skills: [...snapshot.entries.values()] };
        return new PreparedBody(Buffer.from(JSON.stringify(list)), JSON_HEADERS);
      });
      await sendPrepared(request, response, body);
    },
  };
}
