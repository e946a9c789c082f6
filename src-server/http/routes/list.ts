import type { ServedRegistry } from '../../served-registry.ts';
import type { BodyCache } from '../body-cache.ts';
import { makeListBody } from '../list-body.ts';
import { sendPrepared } from '../respond.ts';
import type { Route } from '../route.ts';

/** Encoded once per snapshot. */
export function listRoute({ live }: ServedRegistry, cache: BodyCache): Route {
  return {
    method: 'GET',
    path: '/v1/skills',
    async handle(request, response) {
      const snapshot = live.snapshot();
      const body =
        cache.get(snapshot, 'list') ??
        (await cache.getOrMake(snapshot, 'list', () => makeListBody(snapshot)));
      await sendPrepared(request, response, body);
    },
  };
}
