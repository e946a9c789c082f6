import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { ErrorBody } from '../contract/api.ts';
import type { ApiError } from '../contract/errors.ts';
import { SANDBOX_HEADERS, SECURITY_HEADERS } from '../contract/page.ts';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/**
 * The body of a successful answer with its headers and entity tag. It is made once, compressed at the first use of
 * each encoding on the thread pool, and sent as often as it is asked for.
 */
export class PreparedBody {
  readonly body: Buffer;
  /** Headers of the answer; `Cache-Control` is `no-cache` unless another was given. */
  readonly headers: Readonly<Record<string, string>> & { readonly ETag: string };
  /** Is called when `size` grows. */
  onGrowth: () => void = () => {};
  /** Headers of the body as it is, with its length. */
  readonly plainHeaders: Readonly<Record<string, string | number>>;
  readonly #compressed = new Map<'br' | 'gzip', Promise<Buffer>>();
  #compressedBytes = 0;

  /** @param content as text, or as bytes that are sent as they are */
  constructor(content: string | Uint8Array, headers: Readonly<Record<string, string>>) {
    this.body =
      typeof content === 'string'
        ? Buffer.from(content)
        : Buffer.from(content.buffer, content.byteOffset, content.length);
    const ETag = `W/"${createHash('sha1').update(this.body).digest('base64url')}"`;
    this.headers = { 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding', ETag, ...headers };
    this.plainHeaders = { ...this.headers, 'Content-Length': this.body.length };
  }

  /** Bytes of the body and its compressed forms. */
  get size(): number {
    return this.body.length + this.#compressedBytes;
  }

  /** Compresses the body, once and on the thread pool. */
  encoded(encoding: 'br' | 'gzip'): Promise<Buffer> {
    const known = this.#compressed.get(encoding);
    if (known !== undefined) return known;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: this.body.length,
    };
    const made =
      encoding === 'br' ? compressBrotli(this.body, { params }) : compressGzip(this.body, { level: 6 });
    const compressing = made.then((bytes) => {
      this.#compressedBytes += bytes.length;
      this.onGrowth();
      return bytes;
    });
    // A failure, such as lack of memory, may be temporary.
    compressing.catch(() => this.#compressed.delete(encoding));
    this.#compressed.set(encoding, compressing);
    return compressing;
  }
}

interface CachedBody {
  readonly body: PreparedBody;
  /** Its key in the order of use. */
  readonly id: number;
}

/**
 * Prepared bodies by the object that they show, least recently used first out. A body goes with its object, too: what
 * is no longer served takes no memory.
 */
export class BodyCache {
  readonly #bodies = new WeakMap<object, CachedBody>();
  /** What was shown once, and may never be asked again. */
  readonly #shownOnce = new WeakSet<object>();
  /** The objects in the order of use, with the sizes of their bodies. */
  readonly #recent: LRUCache<number, WeakRef<object>>;
  #lastId = 0;

  constructor(maxBytes: number) {
    this.#recent = new LRUCache({
      maxSize: maxBytes,
      dispose: (shown, _id, reason) => {
        const object = reason === 'evict' ? shown.deref() : undefined;
        if (object !== undefined) this.#bodies.delete(object);
      },
    });
  }

  get bytes(): number {
    return this.#recent.calculatedSize;
  }

  /** Returns the body of an object if it is prepared. */
  known(shown: object): PreparedBody | undefined {
    const known = this.#bodies.get(shown);
    if (known !== undefined) this.#recent.get(known.id);
    return known?.body;
  }

  /**
   * Returns the body of one object of many, such as a skill, and keeps it from the second time on: a caller who goes
   * through all of them once leaves no memory behind, and takes no place from what is asked often.
   */
  ofMany(shown: object, make: () => PreparedBody): PreparedBody {
    if (this.#shownOnce.has(shown)) return this.of(shown, make);
    this.#shownOnce.add(shown);
    return make();
  }

  of(shown: object, make: () => PreparedBody): PreparedBody {
    const known = this.known(shown);
    if (known !== undefined) return known;
    this.#lastId += 1;
    const cached = { body: make(), id: this.#lastId };
    const { body, id } = cached;
    const reference = new WeakRef(shown);
    this.#bodies.set(shown, cached);
    this.#note(reference, cached);
    body.onGrowth = () => {
      if (this.#recent.has(id)) this.#note(reference, cached);
    };
    return body;
  }

  #note(shown: WeakRef<object>, { body, id }: CachedBody): void {
    // `LRUCache` keeps the size of what it has, refuses a size of 0, and keeps nothing that is larger than all of it.
    this.#recent.delete(id);
    if (!this.#recent.set(id, shown, { size: Math.max(body.size, 1) }).has(id)) {
      const object = shown.deref();
      if (object !== undefined) this.#bodies.delete(object);
    }
  }
}

export const JSON_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  ...SECURITY_HEADERS,
} as const;

export const RAW_TEXT_HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  ...SANDBOX_HEADERS,
  ...SECURITY_HEADERS,
} as const;

const JSON_TYPE = 'application/json';
const MARKDOWN_TYPE = 'text/markdown';
/** The types of an address that answers with an object, and as Markdown for agents. */
export const ANSWER_TYPES = [JSON_TYPE, MARKDOWN_TYPE];
export const VARY = { Vary: 'Accept, Accept-Encoding' };
export const MARKDOWN_HEADERS = {
  ...RAW_TEXT_HEADERS,
  'Content-Type': `${MARKDOWN_TYPE}; charset=utf-8`,
  ...VARY,
};

/** Whether a caller prefers Markdown to JSON. Without a `text/` type or a weight in `Accept`, nobody does: that needs no parser. */
export function prefersMarkdown(request: Request): boolean {
  return /text\/|q=/i.test(request.headers.accept ?? '') && request.accepts(ANSWER_TYPES) === MARKDOWN_TYPE;
}

/** Sends an object as JSON. A header that is set before, rather than given here, makes a small answer dearer. */
export function sendJson(response: ServerResponse, value: object): void {
  const body = JSON.stringify(value);
  response.writeHead(response.statusCode, {
    ...JSON_HEADERS,
    'Cache-Control': 'no-cache',
    'Content-Length': Buffer.byteLength(body),
  });
  // Node sends a string together with the headers, but a buffer separately.
  response.end(body);
}

const RETRY_AFTER_S = '5';

export function sendError(
  response: ServerResponse,
  { status, message, headers }: Pick<ApiError, 'status' | 'message' | 'headers'>,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = errorBody(message);
  response.writeHead(status, {
    ...JSON_HEADERS,
    'Cache-Control': 'no-store',
    'Content-Length': body.length,
    ...(status === 503 && { 'Retry-After': RETRY_AFTER_S }),
    ...headers,
  });
  const { req: request } = response;
  // With `Expect`, the caller may never send a body.
  if (request.complete || request.headers.expect !== undefined) {
    response.end(body);
    return;
  }
  // The connection may end with the response: a caller that still sends would lose the answer.
  response.write(body);
  request.once('end', () => response.end()).resume();
}

/** Makes the body of an error: `{ "error": message }`. */
export function errorBody(message: string): Buffer {
  const body: ErrorBody = { error: message };
  return Buffer.from(JSON.stringify(body));
}

/** Bytes of a body that is compressed: smaller ones fit into a packet. */
const MIN_COMPRESSED_BYTES = 1_400;

/** Sends a prepared body, or 304 if the caller has it; at once, unless it has to be compressed first. */
export function sendPrepared(
  request: Request,
  response: Response,
  prepared: PreparedBody,
): Promise<void> | undefined {
  const { headers } = prepared;
  if (request.headers['if-none-match'] !== undefined) {
    response.setHeader('ETag', headers.ETag); // for `request.fresh`
    if (request.fresh) {
      response.writeHead(304, headers).end();
      return undefined;
    }
  }
  const encoding = prepared.body.length >= MIN_COMPRESSED_BYTES ? chooseEncoding(request) : undefined;
  if (encoding === undefined) {
    response.writeHead(200, prepared.plainHeaders).end(prepared.body);
    return undefined;
  }
  return prepared.encoded(encoding).then((body) => {
    const coding = { 'Content-Encoding': encoding, 'Content-Length': body.length };
    response.writeHead(200, { ...headers, ...coding }).end(body);
  });
}

/**
 * Chooses Brotli, gzip or none (RFC 9110, section 12.5.3). Asks for each by itself: Express prefers the header's
 * order, and browsers send `gzip, deflate, br`.
 */
function chooseEncoding(request: Request): 'br' | 'gzip' | undefined {
  if (request.headers['accept-encoding'] === undefined) return undefined;
  return (['br', 'gzip'] as const).find((encoding) => request.acceptsEncodings(encoding) === encoding);
}
