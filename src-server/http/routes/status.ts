import type { ServedRegistry } from '../../served-registry.ts';
import { sendJson } from '../respond.ts';
import type { Route } from '../route.ts';

/** Even without readable registry. */
export function statusRoute(served: ServedRegistry): Route {
  return {
    method: 'GET',
    path: '/v1/status',
    handle(_request, response) {
      sendJson(response, served.status());
    },
  };
}
