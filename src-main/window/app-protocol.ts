/** Answers `app://skills/…`: the page's files and the service's paths have the URLs that they have in a browser. */
import { extname } from 'node:path';
import { type ErrorBody, OWN_CLIENT } from '../../src-server/contract/api.ts';
import { LIMITS } from '../../src-server/contract/limits.ts';
import { PAGE_CONTENT_TYPES, PAGE_POLICY } from '../../src-server/contract/page.ts';
import { readPlainBelow } from '../../src-server/platform/plain-file.ts';

export const APP_SCHEME = 'app';
const APP_HOST = 'skills';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
/** The address of the page. The hash of a view may follow. */
export const APP_URL = `${APP_ORIGIN}/`;

interface AppProtocolOptions {
  readonly pageFolder: string;
  readonly serviceUrl: () => string | undefined;
  /** Node's own. Chromium's would ask the system's proxy about our port. */
  readonly fetch: typeof fetch;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ...PAGE_CONTENT_TYPES,
  '.html': 'text/html; charset=utf-8',
};

/**
 * The headers that reach the service: never `Origin` or cookies. There is no `If-None-Match`: Chromium keeps no
 * answers of a custom scheme, so it has no ETag to send (shell/browser/net/electron_url_loader_factory.cc of Electron
 * answers past the HTTP cache).
 */
const FORWARDED_REQUEST_HEADERS = ['accept', 'content-type'] as const;
/** The headers that reach the page. Node sets length and encoding itself. */
const FORWARDED_RESPONSE_HEADERS = ['content-type', 'content-security-policy', 'x-content-type-options'];

/**
 * Paths that the page asks while someone types: a newer question ends the one before.
 *
 * The page aborts the former one itself, and nobody hears of it: the `Request` that `protocol.handle` gives is made
 * without a signal (lib/browser/api/protocol.ts of Electron), and what aborts in the page destroys only the stream of an
 * answer that has begun.
 */
const NEWEST_WINS: ReadonlySet<string> = new Set(['/v1/find', '/v1/search']);

export function createAppProtocol(options: AppProtocolOptions): (request: Request) => Promise<Response> {
  const underWay = new Map<string, AbortController>();

  /**
   * Ends the question before, and returns the signal that ends this one; undefined where questions do not replace
   * each other.
   */
  function takePlace(pathname: string): AbortSignal | undefined {
    if (!NEWEST_WINS.has(pathname)) return undefined;
    underWay.get(pathname)?.abort();
    const mine = new AbortController();
    underWay.set(pathname, mine);
    return mine.signal;
  }

  return async (request) => {
    const url = new URL(request.url);
    if (url.host !== APP_HOST) return failure(404, `There is nothing at ${url.host}.`);
    if (!isAllowed(request.method, url.pathname))
      return failure(405, `The window does not ask this way; ${request.method} is not allowed here.`);
    const answer = isServicePath(url.pathname)
      ? await forward(options, request, url, takePlace(url.pathname))
      : await servePage(options.pageFolder, url.pathname);
    return request.method === 'HEAD' ? new Response(null, answer) : answer;
  };
}

function isAllowed(method: string, pathname: string): boolean {
  return method === 'GET' || method === 'HEAD' || (method === 'POST' && pathname === '/v1/match');
}

/** Whether the service answers a path. Other paths belong to the page. */
export function isServicePath(pathname: string): boolean {
  return pathname === '/health' || pathname === '/openapi.json' || pathname.startsWith('/v1/');
}

async function forward(
  options: AppProtocolOptions,
  request: Request,
  url: URL,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const base = options.serviceUrl();
  if (base === undefined) return failure(503, 'The service is not running.');
  const headers = {
    ...pick(request.headers, FORWARDED_REQUEST_HEADERS),
    'accept-encoding': 'identity',
    'user-agent': OWN_CLIENT,
  };
  try {
    const answer = await options.fetch(`${base}${url.pathname}${url.search}`, {
      method: request.method,
      headers,
      ...(request.method === 'POST' ? { body: await request.arrayBuffer() } : {}),
      redirect: 'manual',
      ...(signal && { signal }),
    });
    return new Response(answer.body, {
      status: answer.status,
      headers: pick(answer.headers, FORWARDED_RESPONSE_HEADERS),
    });
  } catch {
    // Read by nobody: the page asked something else meanwhile.
    if (signal?.aborted) return failure(409, 'A newer question took the place of this one.');
    return failure(503, 'The service does not answer now.');
  }
}

function pick(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => names.includes(name)));
}

async function servePage(folder: string, pathname: string): Promise<Response> {
  const path = pathOfPage(pathname);
  const type = CONTENT_TYPES[extname(path)];
  const content = type === undefined ? undefined : await readPlainBelow(folder, path, LIMITS.pageFileBytes);
  if (content === undefined || type === undefined) return failure(404, `There is no ${pathname}.`);
  return new Response(new Uint8Array(content), {
    headers: {
      'content-type': type,
      'content-security-policy': PAGE_POLICY,
      'x-content-type-options': 'nosniff',
    },
  });
}

/** Returns the path of a file below the page's folder; empty if the address is none. */
function pathOfPage(pathname: string): string {
  try {
    return decodeURIComponent(pathname === '/' ? 'index.html' : pathname.slice(1));
  } catch {
    return '';
  }
}

function failure(status: number, error: string): Response {
  const body: ErrorBody = { error };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': CONTENT_TYPES['.json'] ?? '', 'x-content-type-options': 'nosniff' },
  });
}
