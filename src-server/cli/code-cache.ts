import { closeSync, constants, fstatSync, openSync, readFileSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { version } from '../version.ts';

/** A larger file is no code of ours. */
export const MAX_CODE_BYTES = 32 * 1024 * 1024;
/** Checksums of the source and of what was made of it, 32 bits each. */
const HEADER_BYTES = 8;
/** When the code is kept: by then a start has run what a start runs, and the first questions are answered. */
const KEEP_AFTER_MS = 3_000;

/** A script, and where what V8 made of it is kept. */
export interface CachedScript {
  /**
   * Absolute path of a CommonJS script in ASCII without `import()`: on Node 20 a script with code that was kept has lost
   * what that loads by.
   */
  readonly file: string;
  /** Absolute path of the folder of kept code; undefined: none is read or kept. */
  readonly folder: string | undefined;
}

/**
 * Runs a script of one file as `require` would, with the code that V8 made of it at an earlier start, functions that were
 * called then included; keeps it for the next one where there was none. Node's own compile cache keeps a script as it is
 * before it has run, without those.
 *
 * What is kept counts only for the same source, version of Node, processor and V8's flags, if it is a file of this user
 * that nobody else can write, and whole. Where `NODE_DISABLE_COMPILE_CACHE` is set none is read or written. That it can't
 * be read or kept costs time and nothing else.
 *
 * @returns what the script exports
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

/** One for each place of the program, version of it and, behind the `@`, the Node that runs it. */
export function codeFileName(file: string): string {
  const node = [process.version, process.arch, process.versions.v8].join('-');
  return `${crc32(file).toString(16)}-${version}@${node}.code`;
}

/** A file's content for what V8 made of a source. Pure. */
export function encodeCode(source: string, code: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(crc32(source), 0);
  header.writeUInt32LE(crc32(code), 4);
  return Buffer.concat([header, code]);
}

/** What V8 made of a source, of a file's content; undefined where it is of another one, or damaged. Pure. */
export function decodeCode(source: string, bytes: Buffer): Buffer | undefined {
  if (bytes.length <= HEADER_BYTES) return undefined;
  const code = bytes.subarray(HEADER_BYTES);
  const isSame = bytes.readUInt32LE(0) === crc32(source) && bytes.readUInt32LE(4) === crc32(code);
  return isSame ? code : undefined;
}

/** Reads it where nobody else can have written it, since it is run, and marks it as used. */
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

/** By its path: Windows changes no times of a file that is open to be read. One that can't be marked can still be run. */
function markAsUsed(file: string): void {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // It is made again after 30 days.
  }
}
