import {
  type Agent,
  type ClientRequest,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { SecureContext } from 'node:tls';
import { isLoopbackName } from '../contract/service/service-address.ts';
import { printable } from '../contract/words/printable.ts';
import { describeNetworkError } from './network-errors.ts';
import { proxyFor, tunnelThrough } from './proxy-tunnel.ts';
import { NoRepository, RegistryRefusal } from './registry-refusal.ts';
import { sizeWords } from './size-words.ts';
import { trustedAuthorities } from './system-certificates.ts';

export interface TransferLimits {
  /** Without received data. */
  readonly silenceMs: number;
  /** First request to last byte. */
  readonly totalMs: number;
  /** All responses. */
  readonly receivedBytes: number;
}

export interface OriginClientOptions {
  readonly limits: TransferLimits;
  /** Header; called after a 401. */
  readonly authorization: () => Promise<string | undefined>;
  readonly env: NodeJS.ProcessEnv;
  /** For many requests; unused with a proxy. Default: a connection per request. */
  readonly agent?: Agent;
  /** Received in total. */
  readonly onProgress?: (bytes: number) => void;
}

export interface OriginRequest {
  readonly method: 'GET' | 'POST';
  /** With query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface OriginAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: AsyncIterable<Buffer>;
  /** Closes without reading the body. */
  readonly discard: () => void;
  readonly isAuthorized: boolean;
}

/** Redirects and tokens stay within the origin. */
export interface OriginClient {
  send(request: OriginRequest): Promise<OriginAnswer>;
}

const MOST_REDIRECTS = 5;

/** @param repository URL without trailing slash */
export function createOriginClient(repository: string, options: OriginClientOptions): OriginClient {
  const meter = createMeter(options);
  const secureContext = repository.startsWith('https:') ? trustedAuthorities(options.env) : undefined;
  let base = repository;
  let authorization: string | undefined;
  const exchange = async (request: OriginRequest, redirects: number): Promise<OriginAnswer> => {
    const url = new URL(`${base}${request.path}`);
    const response = await sendOnce(url, request, { ...options, authorization, secureContext });
    const status = response.message.statusCode ?? 0;
    const { location } = response.message.headers;
    if (status >= 300 && status < 400 && location !== undefined) {
      response.close();
      if (redirects === MOST_REDIRECTS) throw new RegistryRefusal(`${url.origin} redirects without end.`);
      base = redirectedBase(url, location, request);
      return exchange(request, redirects + 1);
    }
    if (status === 401 && authorization === undefined) {
      authorization = await options.authorization();
      if (authorization !== undefined) {
        response.close();
        return exchange(request, redirects);
      }
    }
    return {
      status,
      headers: response.message.headers,
      body: meter(response, url),
      discard: response.close,
      isAuthorized: authorization !== undefined,
    };
  };
  return { send: (request) => exchange(request, 0) };
}

/** Throws `RegistryRefusal` for another origin or path. */
function redirectedBase(url: URL, location: string, { path }: OriginRequest): string {
  if (!URL.canParse(location, url.href))
    throw new RegistryRefusal(`${url.origin} redirects to something that is not an address.`);
  const target = new URL(location, url);
  if (target.origin !== url.origin)
    throw new RegistryRefusal(
      `${url.origin} redirects to ${target.origin}, and no other origin is followed. If you trust it, add the address there.`,
    );
  const whole = `${target.pathname}${target.search}`;
  if (!whole.endsWith(path))
    throw new NoRepository(
      `${url.origin} redirects to ${printable(target.pathname)}, which is no Git repository.`,
    );
  return `${target.origin}${whole.slice(0, -path.length)}`;
}

interface OpenResponse {
  readonly message: IncomingMessage;
  /** Restarts the timeout. */
  readonly alive: () => void;
  readonly close: () => void;
}

async function sendOnce(
  url: URL,
  { method, headers, body }: OriginRequest,
  {
    authorization,
    secureContext,
    limits,
    env,
    agent = false,
  }: Pick<OriginClientOptions, 'limits' | 'env'> & {
    readonly agent?: Agent | false;
    readonly authorization: string | undefined;
    readonly secureContext: SecureContext | undefined;
  },
): Promise<OpenResponse> {
  const proxy = isLoopbackName(url.hostname) ? undefined : proxyFor(url, env);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const createConnection =
    proxy === undefined
      ? undefined
      : await tunnelThrough(proxy, url, { silenceMs: limits.silenceMs, secureContext });
  return new Promise((resolve, reject) => {
    const request: ClientRequest = send(url, {
      method,
      headers: {
        'user-agent': 'git/skills-registry',
        'accept-encoding': 'identity',
        ...headers,
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        ...(authorization === undefined ? {} : { authorization }),
      },
      agent: createConnection === undefined ? agent : false,
      ...(secureContext === undefined ? {} : { secureContext }),
      ...(createConnection === undefined ? {} : { createConnection }),
    });
    const silent = new RegistryRefusal(
      `${url.origin} was silent for ${Math.ceil(limits.silenceMs / 1_000)} s. Try again later.`,
    );
    const timer = setTimeout(() => request.destroy(silent), limits.silenceMs);
    const end = () => clearTimeout(timer);
    request.on('error', (error) => {
      end();
      reject(error instanceof RegistryRefusal ? error : describeNetworkError(error, url));
    });
    request.on('response', (message) => {
      timer.refresh();
      resolve({
        message,
        alive: () => timer.refresh(),
        close() {
          end();
          message.destroy();
        },
      });
    });
    request.end(body);
  });
}

/** Over all responses. */
function createMeter({ limits, onProgress }: OriginClientOptions) {
  let received = 0;
  const endAt = Date.now() + limits.totalMs;
  return async function* meter(
    { message, alive, close }: OpenResponse,
    url: URL,
  ): AsyncGenerator<Buffer, void> {
    try {
      // Here too: empty answers have no chunk.
      if (Date.now() > endAt) throw tooSlow(url.origin, limits);
      for await (const chunk of message as AsyncIterable<Buffer>) {
        alive();
        received += chunk.length;
        onProgress?.(received);
        if (received > limits.receivedBytes)
          throw new RegistryRefusal(
            `${url.origin} sends more than ${sizeWords(limits.receivedBytes)}, which is the limit.`,
          );
        if (Date.now() > endAt) throw tooSlow(url.origin, limits);
        yield chunk;
      }
    } catch (error) {
      throw error instanceof RegistryRefusal ? error : describeNetworkError(error, url);
    } finally {
      close();
    }
  };
}

export function tooSlow(host: string, { totalMs }: TransferLimits): RegistryRefusal {
  return new RegistryRefusal(
    `${host} takes more than ${Math.ceil(totalMs / 60_000)} min, which is the limit. Try again later.`,
  );
}
