import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Body of a successful answer, with tag; compressed on first use. */
export class PreparedBody {
  readonly body: Buffer;
  /** `Cache-Control` defaults to `no-cache`. */
  readonly headers: Readonly<Record<string, string>> & { readonly ETag: string };
  /** Called when `size` grows. */
  onGrowth: () => void = () => {};
  readonly #compressed = new Map<'br' | 'gzip', Promise<Buffer>>();
  #compressedBytes = 0;

  constructor(text: string, headers: Readonly<Record<string, string>>) {
    this.body = Buffer.from(text);
    const ETag = `W/"${createHash('sha1').update(this.body).digest('base64url')}"`;
    this.headers = { 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding', ETag, ...headers };
  }

  /** Includes compressed forms. */
  get size(): number {
    return this.body.length + this.#compressedBytes;
  }

  /** Once, on the thread pool. */
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
