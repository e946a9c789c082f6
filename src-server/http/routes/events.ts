import type { Status } from '../../contract/api/api.ts';
import { ApiError } from '../../contract/api/error-codes.ts';
import { MAX_EVENT_STREAMS } from '../../contract/api/limits.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { SECURITY_HEADERS } from '../respond.ts';
import type { Route } from '../route.ts';

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  ...SECURITY_HEADERS,
} as const;

/** A page that hears nothing for longer knows that the service hangs. */
const REPEAT_MS = 20_000;

/** Server-sent events, even without a readable registry. */
export function eventsRoute(served: ServedRegistry): Route {
  let streams = 0;
  return {
    method: 'GET',
    path: '/v1/events',
    recordsItself: true,
    handle(request, response) {
      if (request.method === 'HEAD') {
        response.writeHead(200, HEADERS).end();
        return;
      }
      if (streams >= MAX_EVENT_STREAMS) throw new ApiError('busy', 'Too many pages follow this service.');
      const first = served.status();
      let isBehind = false;
      const send = (status: Status) => {
        // A slow reader gets the newest status later, instead of all.
        isBehind = response.writableNeedDrain;
        if (!isBehind) response.write(`event: status\ndata: ${JSON.stringify(status)}\n\n`);
      };
      streams += 1;
      // An idle stream stays open.
      response.setTimeout(0);
      response.writeHead(200, HEADERS);
      send(first);
      const leave = served.followStatus({ onStatus: send, onEnd: () => response.end() });
      response.on('drain', () => {
        if (isBehind) send(served.status());
      });
      const repeat = setInterval(() => send(served.status()), REPEAT_MS);
      response.once('close', () => {
        streams -= 1;
        clearInterval(repeat);
        leave();
      });
    },
  };
}
