import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Too small for compression. */
const MIN_COMPRESSED_BYTES = 1_400;

export type ContentEncoding = 'br' | 'gzip' | 'identity';

/** Compressed on first use. */
export class PreparedBody {
  readonly body: Buffer;
  readonly etag: string;
  /** `Cache-Control` defaults to `no-cache`. */
  readonly headers: Readonly<Record<string, string>>;
  /** False if unreadable: not cached. */
  readonly isSettled: boolean;
  /** Called when `size` grows. */
  onGrowth: () => void = () => {};
  private readonly compressed = new Map<ContentEncoding, Promise<Buffer>>();
  private compressedBytes = 0;

  constructor(body: Buffer, headers: Readonly<Record<string, string>>, isSettled = true) {
    this.body = body;
    this.etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
    this.isSettled = isSettled;
    this.headers = { 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding', ETag: this.etag, ...headers };
  }

  /** Includes compressed forms. */
  get size(): number {
    return this.body.length + this.compressedBytes;
  }

  get isCompressible(): boolean {
    return this.body.length >= MIN_COMPRESSED_BYTES;
  }

  /** Once, on the thread pool. */
  encoded(encoding: ContentEncoding): Promise<Buffer> {
    if (encoding === 'identity') return Promise.resolve(this.body);
    const known = this.compressed.get(encoding);
    if (known !== undefined) return known;
    const compressing = this.compress(encoding).then((bytes) => {
      this.compressedBytes += bytes.length;
      this.onGrowth();
      return bytes;
    });
    // A failure, such as lack of memory, may be temporary.
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
