import type { Health, Status } from '../../contract/api/api.ts';
import { ApiError } from '../../contract/api/error-codes.ts';
import { SECURITY_HEADERS } from '../../contract/api/page-policy.ts';
import { MAX_EVENT_STREAMS } from '../../contract/limits.ts';
import { health } from '../../contract/schemas/skills.ts';
import { statusResponse } from '../../contract/schemas/status.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { version } from '../../version.ts';
import { defineRoute, type Route } from '../route.ts';
import { errorBody, JSON_HEADERS, sendJson } from '../send.ts';

export function statusRoutes(served: ServedRegistry): readonly Route[] {
  return [healthRoute(served), statusRoute(served), eventsRoute(served)];
}

const HEALTHY: Health = { status: 'ok', version };
const HEALTH_BODY = Buffer.from(JSON.stringify(HEALTHY));
const HEALTH_HEADERS = {
  ...JSON_HEADERS,
  'Cache-Control': 'no-store',
  'Content-Length': HEALTH_BODY.length,
};

/** 503 without readable registry. */
function healthRoute({ live }: ServedRegistry): Route {
  return defineRoute({
    method: 'GET',
    path: '/health',
    id: 'getHealth',
    summary: 'Health check',
    tag: 'service',
    responses: { 200: { description: 'A registry is being served.', schema: health } },
    errors: ['registry_unavailable'],
    handle({ response }) {
      if (live.unavailable === undefined) {
        response.writeHead(200, HEALTH_HEADERS).end(HEALTH_BODY);
      } else {
        const body = errorBody(live.unavailable);
        response.writeHead(503, { ...HEALTH_HEADERS, 'Content-Length': body.length }).end(body);
      }
    },
  });
}

function statusRoute(served: ServedRegistry): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/status',
    id: 'getStatus',
    summary: 'Identity and state of the service',
    description: 'Answered even while the registry folder cannot be read.',
    tag: 'service',
    responses: { 200: { description: 'What runs, and what it serves.', schema: statusResponse } },
    errors: [],
    handle({ response }) {
      sendJson(response, served.status());
    },
  });
}

const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  ...SECURITY_HEADERS,
} as const;

/** A page that hears nothing for longer knows that the service hangs. */
const REPEAT_MS = 20_000;

export function eventsRoute(served: Pick<ServedRegistry, 'status' | 'followStatus'>): Route {
  let streams = 0;
  return defineRoute({
    method: 'GET',
    path: '/v1/events',
    id: 'followStatus',
    summary: 'The status at first and after each change',
    description:
      'Server-sent events named `status`; their data is the answer of `GET /v1/status`. The stream stays open and repeats the status every 20 seconds; at most 128 at once.',
    tag: 'service',
    responses: { 200: { description: 'The stream.', types: ['text/event-stream'] } },
    errors: ['busy'],
    recordsItself: true,
    handle({ request, response }) {
      if (request.method === 'HEAD') {
        response.writeHead(200, STREAM_HEADERS).end();
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
      response.writeHead(200, STREAM_HEADERS);
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
  });
}
