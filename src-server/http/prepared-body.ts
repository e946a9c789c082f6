import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Bodies below this many bytes are not worth compressing. */
const MIN_COMPRESSED_BYTES = 1_400;

/** An encoding of `Content-Encoding` that bodies are prepared in. */
export type ContentEncoding = 'br' | 'gzip' | 'identity';

/** A body that is made once and sent many times, with what goes along with it. Compressed forms are made on first use. */
export class PreparedBody {
  readonly body: Buffer;
  readonly etag: string;
  /** Headers that don't depend on the request; `Cache-Control` is `no-cache` unless it is given. */
  readonly headers: Readonly<Record<string, string>>;
  /** Nothing was unreadable when it was made: it may be kept for others. */
  readonly isSettled: boolean;
  /** Told when a compressed form was made: `size` has grown. */
  onGrowth: () => void = () => {};
  private readonly compressed = new Map<ContentEncoding, Promise<Buffer>>();
  private compressedBytes = 0;

  /** @param etag made from the body by whoever had better not hash it at once; default a hash of it */
  constructor(
    body: Buffer,
    headers: Readonly<Record<string, string>>,
    etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`,
    isSettled = true,
  ) {
    this.body = body;
    this.etag = etag;
    this.isSettled = isSettled;
    this.headers = { 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding', ETag: this.etag, ...headers };
  }

  /** Bytes that are held. */
  get size(): number {
    return this.body.length + this.compressedBytes;
  }

  get isCompressible(): boolean {
    return this.body.length >= MIN_COMPRESSED_BYTES;
  }

  /** The body in an encoding; compressing happens on the thread pool, once. */
  encoded(encoding: ContentEncoding): Promise<Buffer> {
    if (encoding === 'identity') return Promise.resolve(this.body);
    const known = this.compressed.get(encoding);
    if (known !== undefined) return known;
    const compressing = this.compress(encoding).then((bytes) => {
      this.compressedBytes += bytes.length;
      this.onGrowth();
      return bytes;
    });
    // What failed once, for want of memory, may work the next time.
    compressing.catch(() => this.compressed.delete(encoding));
    this.compressed.set(encoding, compressing);
    return compressing;
  }

  private compress(encoding: 'br' | 'gzip'): Promise<Buffer> {
    if (encoding === 'gzip') return compressGzip(this.body, { level: 6 });
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: this.body.length,
    };
    return compressBrotli(this.body, { params });
  }
}
