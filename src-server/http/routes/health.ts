import type { Health } from '../../contract/api/api.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { version } from '../../version.ts';
import { errorBody, JSON_HEADERS } from '../respond.ts';
import type { Route } from '../route.ts';

const HEALTHY: Health = { status: 'ok', version };
const BODY = Buffer.from(JSON.stringify(HEALTHY));
const HEADERS = { ...JSON_HEADERS, 'Cache-Control': 'no-store', 'Content-Length': BODY.length };

/** 503 without readable registry. */
export function healthRoute({ live }: ServedRegistry): Route {
  return {
    method: 'GET',
    path: '/health',
    handle(_request, response) {
      if (live.unavailable === undefined) {
        response.writeHead(200, HEADERS).end(BODY);
      } else {
        const body = errorBody(live.unavailable);
        response.writeHead(503, { ...HEADERS, 'Content-Length': body.length }).end(body);
      }
    },
  };
}
