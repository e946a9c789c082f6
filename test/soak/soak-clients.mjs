/** Clients with a pause between requests: their number is fixed, and the machine's speed changes nothing but latencies. */
import http from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { PATIENCE, soakCalls, soakRequests } from './soak-requests.mjs';

/** Each begins again with a new connection after so many requests. */
const REQUESTS_PER_CONNECTION = 25;
/** Of eight clients: five over HTTP, one per generation of MCP, one with a stream of events. */
const KINDS = ['http', 'http', 'http', 'http', 'http', 'legacy', 'modern', 'events'];

/**
 * @param {{ url: string, keys: readonly string[], clients: number, pauseMs: number, signal: AbortSignal,
 *   onAnswer: (route: string, ms: number, failure: string | undefined) => void }} options
 */
export async function runClients({ clients, ...options }) {
  let turn = 0;
  const context = { ...options, nextTurn: () => turn++ };
  const run = {
    http: httpClient,
    events: eventsClient,
    legacy: mcpClient('legacy'),
    modern: mcpClient({ pin: '2026-07-28' }),
  };
  await Promise.all(
    Array.from({ length: clients }, async (_, number) => {
      await setTimeout((options.pauseMs * number) / clients);
      await run[KINDS[number % KINDS.length]](context);
    }),
  );
}

/** Between a half and three halves, so that clients don't march in step. */
function pause({ pauseMs, signal }) {
  return setTimeout(pauseMs * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
}

async function measured({ onAnswer, signal }, route, ask) {
  const startedAt = performance.now();
  const failure = await ask().then(
    (problem) => problem,
    (error) => String(error?.stack ?? error),
  );
  if (!signal.aborted || failure === undefined) onAnswer(route, performance.now() - startedAt, failure);
}

async function httpClient(context) {
  const requests = soakRequests(context.keys);
  while (!context.signal.aborted) {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    for (let left = REQUESTS_PER_CONNECTION; left > 0 && !context.signal.aborted; left -= 1) {
      const turn = context.nextTurn();
      const request = requests[turn % requests.length](turn);
      await measured(context, request.route, () => problemWith(context.url, agent, request));
      await pause(context);
    }
    agent.destroy();
  }
}

async function problemWith(
  url,
  agent,
  { path, headers, right, holds = '', body, method = body === undefined ? 'GET' : 'POST' },
) {
  const { status, text } = await ask(url + path, { method, headers, agent }, body);
  if (!right.includes(status)) return `${method} ${path}: ${status} ${text.slice(0, 200)}`;
  return text.includes(holds) ? undefined : `${method} ${path}: no ${holds} in ${text.slice(0, 200)}`;
}

function ask(url, options, body) {
  return new Promise((resolve, reject) => {
    const request = http.request(url, options, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    // The service may just have ended an unused connection.
    request.on('error', (error) => {
      if (request.reusedSocket && error.code === 'ECONNRESET')
        ask(url, { ...options, agent: false }, body).then(resolve, reject);
      else reject(error);
    });
    request.end(body);
  });
}

/** Ends of a connection that the client took for open. */
const ENDED = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];

const MOST_TRIES = 5;

/** As `fetch`. The service may just have ended the unused connections of the pool: asks again. */
async function fetchAgain(...request) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await fetch(...request);
    } catch (error) {
      if (tries < MOST_TRIES && ENDED.includes(error.cause?.code)) continue;
      throw new Error(`${error.message}: ${error.cause}`);
    }
  }
}

/** A client of the official SDK. */
function mcpClient(mode) {
  const name = mode === 'legacy' ? 'MCP 2025' : 'MCP 2026';
  return async (context) => {
    const calls = soakCalls(context.keys);
    while (!context.signal.aborted) {
      const client = new Client({ name: 'soak', version: '1.0.0' }, { versionNegotiation: { mode } });
      await measured(context, `${name}, connect`, () =>
        client.connect(
          new StreamableHTTPClientTransport(new URL(`${context.url}/mcp`), { fetch: fetchAgain }),
          PATIENCE,
        ),
      );
      for (let left = REQUESTS_PER_CONNECTION; left > 0 && !context.signal.aborted; left -= 1) {
        const turn = context.nextTurn();
        const [call, run] = calls[turn % calls.length](turn);
        await measured(context, `${name}, ${call}`, async () => {
          const { isError, content } = await run(client);
          return isError === true ? `${call}: ${JSON.stringify(content).slice(0, 200)}` : undefined;
        });
        await pause(context);
      }
      await client.close();
    }
  };
}

/** Reads the first event, and keeps the stream for a while. */
async function eventsClient(context) {
  while (!context.signal.aborted) {
    let stream;
    await measured(
      context,
      'events',
      () =>
        new Promise((resolve, reject) => {
          stream = http.get(`${context.url}/v1/events`, { agent: false }, (response) =>
            response.on('data', (chunk) =>
              resolve(chunk.includes('event: status') ? undefined : `no status: ${chunk}`),
            ),
          );
          stream.on('error', reject);
        }),
    );
    for (let left = REQUESTS_PER_CONNECTION; left > 0 && !context.signal.aborted; left -= 1)
      await pause(context);
    stream.on('error', () => {});
    stream.destroy();
  }
}
