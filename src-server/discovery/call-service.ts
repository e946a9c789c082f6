import { type Agent, type IncomingHttpHeaders, request } from 'node:http';

/** A skill may have 16 MiB, and more as JSON. */
const MAX_REPLY_BYTES = 128 * 1024 * 1024;
/** A large registry's first find waits for the index. */
const ANSWER_SILENCE_MS = 60_000;

const ACCEPTED = 'application/json, text/plain';

export interface ServiceAddress {
  /** Without a final slash. */
  readonly url: string;
  /** Unix socket or named pipe, instead of the address. */
  readonly socketPath?: string | undefined;
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string | undefined;
}

export interface ServiceReply {
  readonly status: number;
  readonly body: string;
}

export interface CallOptions {
  /** For many requests. Default: a connection per request. */
  readonly agent?: Agent;
  /** `POST` body; default: `GET`. */
  readonly json?: string;
  /** Default: JSON and plain text. */
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Default: 128 MiB. */
  readonly mostBytes?: number;
}

export async function callService(
  address: ServiceAddress,
  path: string,
  options: CallOptions = {},
): Promise<ServiceReply> {
  const { status, bytes } = await fetchReply(address, path, options);
  return { status, body: bytes.toString('utf8') };
}

/**
 * Ignores proxies. Rejects with a message for people without a complete answer.
 *
 * @param path with query and leading `/`
 */
export function fetchReply(
  address: ServiceAddress,
  path: string,
  { json, accept = ACCEPTED, agent, signal, headers: more, mostBytes = MAX_REPLY_BYTES }: CallOptions = {},
): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders; readonly bytes: Buffer }> {
  const { url, socketPath, token } = address;
  const headers = {
    ...more,
    Accept: accept,
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(json === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) }),
  };
  const through = socketPath === undefined ? {} : { socketPath };
  const method = json === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The service at ${url} ${why}.`));
    const sent = request(`${url}${path}`, {
      method,
      agent: agent ?? false,
      timeout: ANSWER_SILENCE_MS,
      headers,
      signal,
      ...through,
    });
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > mostBytes) sent.destroy(new Error('its answer is too large'));
      });
      response.on('error', (error) => fail(`broke off (${codeOf(error)})`));
      response.on('end', () => {
        const { statusCode: status = 0, headers: received } = response;
        resolve({ status, headers: received, bytes: Buffer.concat(chunks) });
      });
    });
    sent.on('timeout', () => sent.destroy(new Error(`silent for ${ANSWER_SILENCE_MS / 1_000} s`)));
    sent.on('error', (error) => fail(`does not answer (${codeOf(error)})`));
    sent.end(json);
  });
}

function codeOf(error: NodeJS.ErrnoException): string {
  return error.code ?? error.message;
}
