import type { Response } from 'express';
import { version } from '../../built-files.ts';
import type { Activity, Health, Status } from '../../contract/api.ts';
import { ApiError } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import { SECURITY_HEADERS } from '../../contract/page.ts';
import type { ServiceQueries } from '../../contract/queries.ts';
import { diagnosticsQuery } from '../../contract/schemas/queries.ts';
import { health } from '../../contract/schemas/skills.ts';
import { activityResponse, diagnosticsResponse, statusResponse } from '../../contract/schemas/status.ts';
import { type BodyCache, JSON_HEADERS, PreparedBody } from '../bodies.ts';
import { assertReadable, defineRoute, endWithCaller, QUERY_ERRORS, type Route } from '../route.ts';

const HEALTHY = JSON.stringify({ status: 'ok', version } satisfies Health);
const HEALTH_HEADERS = {
  ...JSON_HEADERS,
  'Cache-Control': 'no-store',
  'Content-Length': Buffer.byteLength(HEALTHY),
};

const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  ...SECURITY_HEADERS,
} as const;

const TOO_MANY_STREAMS = `${LIMITS.streams} streams of events are open, and the service keeps no more. Close one of them.`;

const nothingRecorded = (): Activity => ({
  since: new Date().toISOString(),
  recording: false,
  reads: [],
  gaps: [],
  told: [],
});

export function statusRoutes(
  queries: ServiceQueries,
  activity: () => Activity = nothingRecorded,
): readonly Route[] {
  const open = new Set<Response>();
  return [
    defineRoute({
      method: 'GET',
      path: '/health',
      id: 'getHealth',
      summary: 'Health check',
      tag: 'service',
      responses: { 200: { description: 'A registry is being served.', schema: health } },
      errors: ['registry_unavailable'],
      isReady: true,
      // Probes are no activity.
      recordsItself: true,
      handle({ response }) {
        assertReadable(queries);
        response.writeHead(200, HEALTH_HEADERS).end(HEALTHY);
        return undefined;
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/status',
      id: 'getStatus',
      summary: 'Identity and state of the service',
      description: 'Answered even while the registry folder cannot be read.',
      tag: 'service',
      responses: { 200: { description: 'What runs, and what it serves.', schema: statusResponse } },
      errors: [],
      handle: () => queries.status(),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/activity',
      id: 'getActivity',
      summary: 'What agents read, and what they asked in vain',
      description:
        'Since the service started, in memory only. `activity` of `GET /v1/status` and of `GET /v1/events` is another number when the answer is another. Empty where other machines could ask.',
      tag: 'service',
      responses: { 200: { description: 'The latest reads and the gaps.', schema: activityResponse } },
      errors: [],
      handle: () => activity(),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/events',
      id: 'followStatus',
      summary: 'The status at first and after each change',
      description:
        'Server-sent events named `status`; their data is the answer of `GET /v1/status`. The stream stays open and repeats the status every 20 seconds.',
      tag: 'service',
      responses: { 200: { description: 'The stream.', types: ['text/event-stream'] } },
      errors: ['too_many_streams'],
      recordsItself: true,
      async handle({ request, response }) {
        if (open.size >= LIMITS.streams) throw new ApiError('too_many_streams', TOO_MANY_STREAMS);
        open.add(response);
        response.once('close', () => open.delete(response));
        endWithCaller(request, response);
        const first = await queries.status();
        response.writeHead(200, STREAM_HEADERS);
        if (request.method === 'HEAD') response.end();
        else stream(queries, response, first);
        return undefined;
      },
    }),
  ];
}

/**
 * Milliseconds after which a stream repeats the status: a page that hears nothing for longer knows that the service
 * hangs.
 */
const REPEAT_MS = 20_000;

function stream(queries: ServiceQueries, response: Response, first: Status): void {
  let isBehind = false;
  const send = (status: Status) => {
    // A slow reader gets the newest status later, instead of all.
    isBehind = response.writableNeedDrain;
    if (!isBehind && !response.writableEnded)
      response.write(`event: status\ndata: ${JSON.stringify(status)}\n\n`);
  };
  const sendNewest = () => void queries.status().then(send, () => {});
  send(first);
  const repeat = setInterval(sendNewest, REPEAT_MS);
  const leave = queries.follow({
    onStatus: send,
    onEnd() {
      // A slow reader keeps the response open after its end.
      clearInterval(repeat);
      response.end();
    },
  });
  response.on('drain', () => {
    if (isBehind) sendNewest();
  });
  response.once('close', () => {
    clearInterval(repeat);
    leave();
  });
}

export function diagnosticsRoute(queries: ServiceQueries, bodies: BodyCache): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/diagnostics',
    id: 'getDiagnostics',
    summary: 'What is wrong with the registry',
    tag: 'service',
    query: diagnosticsQuery,
    responses: { 200: { description: 'Errors first.', schema: diagnosticsResponse } },
    isConditional: true,
    errors: QUERY_ERRORS,
    async handle({ query }) {
      const answer = await queries.diagnostics({ fresh: query.fresh === '1' });
      return bodies.of(answer, () => new PreparedBody(JSON.stringify(answer), JSON_HEADERS));
    },
  });
}
