import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import type { RunningServer, ServerOptions } from '../../src-server/service/server-options.ts';
import { startServer } from '../../src-server/service/start-server.ts';
import { openApiViolation } from './openapi-check.ts';

export interface TestServer extends RunningServer {
  get(path: string, options?: RequestOptions): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
  /** The body as JSON; throws where it is none. */
  json<T = unknown>(): T;
}

/** Starts the real service on a free port, with data and cache folders of its own; closed when the test ends. */
export async function startTestServer(
  registry: string,
  options: Partial<ServerOptions> = {},
): Promise<TestServer> {
  const server = await start(registry, options);
  onTestFinished(() => server.close());
  return server;
}

/**
 * Returns what gives one service for each registry to all tests of the file: none may change it. To read and split the
 * sample takes longer than most tests of its answers.
 */
export function sharedTestServers(): (registry: string) => Promise<TestServer> {
  const starting = new Map<string, Promise<TestServer>>();
  afterAll(async () => {
    for (const server of starting.values()) await (await server).close();
  });
  return (registry) => {
    const server = starting.get(registry) ?? start(registry);
    starting.set(registry, server);
    return server;
  };
}

async function start(registry: string, options: Partial<ServerOptions> = {}): Promise<TestServer> {
  isolateUserFolders();
  const server = await startServer({ registry, port: 0, ...options });
  return { ...server, get: (path, requestOptions) => ask(`${server.url}${path}`, requestOptions) };
}

/** Points the user's data and cache folders to temporary ones for this test. */
export function isolateUserFolders(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skills-registry-user-'));
  const names = ['XDG_DATA_HOME', 'XDG_CACHE_HOME', 'LOCALAPPDATA', 'HOME'] as const;
  const before = names.map((name) => [name, process.env[name]] as const);
  for (const name of names) process.env[name] = folder;
  onTestFinished(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/**
 * One request to the service, exactly as given: no redirects, no decompression, any header. Rejects where the answer is
 * none that the OpenAPI document promises.
 */
export function ask(url: string, options: RequestOptions & { body?: string | Buffer } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { body: sent, ...rest } = options;
    const request = httpRequest(url, { agent: false, ...rest }, (response) => {
      const path = url.replace(/^https?:\/\/[^/]+/, '');
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      const finish = () => {
        const body = Buffer.concat(chunks);
        const text = body.toString('utf8');
        const { statusCode: status = 0, headers } = response;
        const contentType = headers['content-type'];
        const isPlain = headers['content-encoding'] === undefined;
        const answer = { method: rest.method ?? 'GET', path, status, contentType, text };
        const violation = isPlain ? openApiViolation(answer) : undefined;
        if (violation !== undefined) {
          reject(new Error(`The answer is not what openapi.json promises: ${violation}`));
          return;
        }
        resolve({ status, headers, body, text, json: <T>() => JSON.parse(text) as T });
      };
      // A stream of events never ends: its first event is the answer.
      if (path === '/v1/events' && response.headers['content-type']?.startsWith('text/event-stream'))
        response.once('data', () => {
          finish();
          request.destroy();
        });
      else response.on('end', finish);
    });
    request.on('error', reject);
    request.end(sent);
  });
}

/** Longer than what is waited for takes on any machine, shorter than a test may take. */
const PATIENCE_MS = 120_000;

/** Repeats a look until it shows what is waited for; fails the test after two minutes. */
export async function eventually<T>(look: () => T | Promise<T>, isThere: (value: T) => boolean): Promise<T> {
  const startedAt = Date.now();
  for (;;) {
    const value = await look();
    if (isThere(value)) return value;
    const waitedMs = Date.now() - startedAt;
    if (waitedMs > PATIENCE_MS)
      throw new Error(`Waited in vain; last seen: ${JSON.stringify(value)?.slice(0, 500)}`);
    // Every 20 ms at first; what takes seconds is left to work, rather than asked all the time.
    await new Promise((resolve) => setTimeout(resolve, Math.min(200, 20 + waitedMs / 10)));
  }
}
