import type { OutgoingHttpHeaders } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Health } from '../../contract/api.ts';
import type { ServedRegistry } from '../../service/served-registry.ts';
import { version } from '../../version.ts';
import { errorBody, JSON_HEADERS } from '../respond.ts';
import type { Route } from '../route.ts';

const HEALTHY: Health = { status: 'ok', version };
const BODY = Buffer.from(JSON.stringify(HEALTHY));

/** Who asks while the registry is still being read waits this long for a better answer, in milliseconds. */
const PATIENCE_MS = 500;

/** `GET /health`: whether a registry is being served. */
export function healthRoute({ live }: ServedRegistry): Route {
  return {
    method: 'GET',
    path: '/health',
    async handle(_request, response) {
      // Who asks again and again takes time from the reading that it waits for.
      if (live.unavailable !== undefined && live.latest.generation === 0)
        await Promise.race([live.ready, patience()]).catch(() => undefined);
      const why = live.unavailable;
      const body = why === undefined ? BODY : errorBody(why);
      response.writeHead(why === undefined ? 200 : 503, headersOf(body)).end(body);
    },
  };
}

function headersOf({ length }: Buffer): OutgoingHttpHeaders {
  return { ...JSON_HEADERS, 'Cache-Control': 'no-store', 'Content-Length': length };
}

function patience(): Promise<void> {
  return setTimeout(PATIENCE_MS, undefined, { ref: false });
}
