import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import { ApiError } from '../contract/api/error-codes.ts';
import { NONCE_HEADER, PROOF_HEADER } from '../contract/service/discovery.ts';
import { messageOf } from '../contract/words/message-of.ts';

/** A skill may have 16 MiB, and more as JSON. */
const MAX_REPLY_BYTES = 128 * 1024 * 1024;
/** The first find on a large registry waits for the index. */
const ANSWER_MS = 30_000;

export interface ServiceAddress {
  /** Without a final slash. */
  readonly url: string;
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string | undefined;
  /** Of the discovery file: whoever can't prove to have it is another program. */
  readonly secret?: string | undefined;
}

export interface ServiceReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Asking {
  /** `POST` body; default: `GET`. */
  readonly json?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  readonly mostBytes?: number;
}

/** The service stopped, is of another version, or another program has its port. */
export class ServiceGoneError extends Error {
  override readonly name = 'ServiceGoneError';
}

/** In the discovery file, for the user's programs. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function proofOf(secret: string, nonce: string): string {
  return createHmac('sha256', secret).update(nonce).digest('base64url');
}

/** Ignores proxies. Rejects with `ServiceGoneError`, or an `ApiError` if the answer takes too long. */
export function askService(
  { url, token, secret }: ServiceAddress,
  path: string,
  { json, headers, signal, timeoutMs = ANSWER_MS, mostBytes = MAX_REPLY_BYTES }: Asking = {},
): Promise<ServiceReply> {
  const nonce = randomBytes(16).toString('base64url');
  const late = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => {
      if (signal?.aborted) reject(signal.reason);
      else if (late.aborted) reject(new ApiError('internal', lateSentence(url, timeoutMs), { cause }));
      else
        reject(new ServiceGoneError(`The service at ${url} does not answer (${codeOf(cause)}).`, { cause }));
    };
    const sent = request(`${url}${path}`, {
      method: json === undefined ? 'GET' : 'POST',
      agent: false,
      signal: AbortSignal.any([late, ...(signal === undefined ? [] : [signal])]),
      headers: {
        Accept: 'application/json, text/plain',
        'User-Agent': 'skills-registry',
        ...headers,
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(secret !== undefined && { [NONCE_HEADER]: nonce }),
        ...(json !== undefined && {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(json),
        }),
      },
    });
    sent.on('error', fail);
    sent.on('response', async (response) => {
      try {
        if (secret !== undefined && !isProof(response.headers[PROOF_HEADER], proofOf(secret, nonce)))
          throw new Error('another program has its port');
        const chunks: Buffer[] = [];
        let bytes = 0;
        for await (const chunk of response) {
          bytes += chunk.length;
          if (bytes > mostBytes) throw new Error('its answer is too large');
          chunks.push(chunk);
        }
        const { statusCode: status = 0, headers: received } = response;
        resolve({ status, headers: received, body: Buffer.concat(chunks).toString('utf8') });
      } catch (error) {
        fail(error);
        sent.destroy();
      }
    });
    sent.end(json);
  });
}

function isProof(shown: string | readonly string[] | undefined, expected: string): boolean {
  const [one, other] = [Buffer.from(String(shown)), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function lateSentence(url: string, ms: number): string {
  return `The service at ${url} has not answered within ${ms / 1_000} s: ask again in a while, or start it again.`;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? messageOf(error);
}
