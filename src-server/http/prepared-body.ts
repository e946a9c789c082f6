import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Bodies below this many bytes are not worth compressing. */
const MIN_COMPRESSED_BYTES = 1_400;

export type ContentEncoding = 'br' | 'gzip' | 'identity';

/** A body that is made once and sent many times, with what goes along with it. Compressed forms are made on first use. */
export class PreparedBody {
  readonly body: Buffer;
  readonly etag: string;
  /** Headers that don't depend on the request; `Cache-Control` is `no-cache` unless it is given. */
  readonly headers: Readonly<Record<string, string>>;
  /** Told of the bytes of each compressed form when it is made. */
  onGrowth: (bytes: number) => void = () => {};
  private readonly compressed = new Map<ContentEncoding, Promise<Buffer>>();
  private compressedBytes = 0;

  /** @param etag made from the body by whoever had better not hash it at once; default a hash of it */
  constructor(
    body: Buffer,
    headers: Readonly<Record<string, string>>,
    etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`,
  ) {
    this.body = body;
    this.etag = etag;
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
      this.onGrowth(bytes.length);
      return bytes;
    });
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

/** The best encoding that an `Accept-Encoding` header allows: brotli, gzip, else none. */
export function chooseEncoding(acceptEncoding: string | undefined): ContentEncoding {
  if (acceptEncoding === undefined || acceptEncoding === '') return 'identity';
  const accepted = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    accepted.set(name, quality === undefined ? 1 : Number(quality));
  }
  const allows = (name: string) => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0;
  if (allows('br')) return 'br';
  return allows('gzip') ? 'gzip' : 'identity';
}
