import type { Status } from '../../contract/api/api.ts';
import { ApiError } from '../../contract/api/error-codes.ts';
import { MAX_EVENT_STREAMS } from '../../contract/api/limits.ts';
import { SECURITY_HEADERS } from '../../contract/api/page-policy.ts';
import type { ServedRegistry } from '../../served-registry.ts';
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
      response.writeHead(200, HEADERS);
      send(first);
      // Also keeps the connection: the server closes it if the page reads nothing for long.
      const repeat = setInterval(() => send(served.status()), REPEAT_MS);
      const leave = served.followStatus({
        onStatus: send,
        onEnd() {
          // A slow reader keeps the response open after its end; a write would throw.
          clearInterval(repeat);
          response.end();
        },
      });
      response.on('drain', () => {
        if (isBehind) send(served.status());
      });
      response.once('close', () => {
        streams -= 1;
        clearInterval(repeat);
        leave();
      });
    },
  };
}
