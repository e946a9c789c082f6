import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

export interface CompressedCopies {
  readonly gz?: Buffer;
  readonly br?: Buffer;
}

/** As in the service: smaller answers fit into a packet. */
const MIN_BYTES = 1_400;
/** Compressed already. */
const PACKED = /\.(?:gz|br|png|woff2|zip)$/i;
/** For skills, 9 takes sixteen times as long for 1 % less, 11 fifty times as long for 10 % less. */
const BROTLI_QUALITY = 6;
/** 9 takes half as long again, for 0.2 % less. */
const GZIP_LEVEL = 6;

export async function compressedCopies(path: string, bytes: Buffer): Promise<CompressedCopies> {
  if (bytes.length < MIN_BYTES || PACKED.test(path)) return {};
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [gz, br] = await Promise.all([
    compressGzip(bytes, { level: GZIP_LEVEL }),
    compressBrotli(bytes, { params }),
  ]);
  const isWorthIt = ({ length }: Buffer) => length < bytes.length * 0.95;
  return { ...(isWorthIt(gz) && { gz }), ...(isWorthIt(br) && { br }) };
}
