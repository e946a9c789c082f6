import { closeSync, constants, fstatSync, openSync, readFileSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { version } from '../version.ts';

/** Larger files aren't ours. */
export const MAX_CODE_BYTES = 32 * 1024 * 1024;
/** CRC-32 of source and code. */
const HEADER_BYTES = 8;
/** After startup and first requests. */
const KEEP_AFTER_MS = 3_000;

export interface CachedScript {
  /** Absolute path of an ASCII CommonJS script without `import()`, which fails in cached code on Node 20. */
  readonly file: string;
  /** Absolute; undefined: no cache. */
  readonly folder: string | undefined;
}

/**
 * `require` with V8's code cache of an earlier start, including functions called at startup, unlike Node's
 * compile cache.
 *
 * Valid for the same source, Node, processor and V8 flags; complete, owned by this user, not writable for
 * others. Disabled by `NODE_DISABLE_COMPILE_CACHE`. Failures only cost time.
 */
export function runCachedScript({ file, folder }: CachedScript): unknown {
  const isOff = folder === undefined || process.env['NODE_DISABLE_COMPILE_CACHE'] !== undefined;
  const source = readFileSync(file, 'latin1');
  const kept = isOff ? undefined : join(folder, codeFileName(file));
  const cachedData = kept === undefined ? undefined : readKeptCode(kept, source);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) { ${source}\n})`, {
    filename: file,
    cachedData,
  });
  if (kept !== undefined && (cachedData === undefined || script.cachedDataRejected === true)) {
    const keep = async () => {
      const { keepCode } = await import('./keep-code.ts');
      await keepCode(kept, encodeCode(source, script.createCachedData()));
    };
    setTimeout(() => void keep().catch(() => {}), KEEP_AFTER_MS).unref();
  }
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
  return module.exports;
}

/** Per script path, program version and, after `@`, Node version. */
export function codeFileName(file: string): string {
  const node = [process.version, process.arch, process.versions.v8].join('-');
  return `${crc32(file).toString(16)}-${version}@${node}.code`;
}

/** Pure. */
export function encodeCode(source: string, code: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(crc32(source), 0);
  header.writeUInt32LE(crc32(code), 4);
  return Buffer.concat([header, code]);
}

/** Undefined for other source or damaged code. Pure. */
export function decodeCode(source: string, bytes: Buffer): Buffer | undefined {
  if (bytes.length <= HEADER_BYTES) return undefined;
  const code = bytes.subarray(HEADER_BYTES);
  const isSame = bytes.readUInt32LE(0) === crc32(source) && bytes.readUInt32LE(4) === crc32(code);
  return isSame ? code : undefined;
}

/** Executed: nobody else may write the file. */
function readKeptCode(file: string, source: string): Buffer | undefined {
  let opened: number | undefined;
  try {
    opened = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
    const stats = fstatSync(opened);
    const isOurs =
      process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o022) === 0);
    if (!stats.isFile() || !isOurs || stats.size > MAX_CODE_BYTES) return undefined;
    markAsUsed(file);
    return decodeCode(source, readFileSync(opened));
  } catch {
    return undefined;
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

/** By path: Windows can't set times of files opened for reading. */
function markAsUsed(file: string): void {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // The cache is rebuilt after 30 days.
  }
}
