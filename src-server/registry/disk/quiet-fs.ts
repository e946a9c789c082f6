import {
  accessSync,
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { isInside } from './inside.ts';

/**
 * File system calls that answer `undefined` where something is gone or out of reach: while a folder is read it may
 * change at any time, and that is no error.
 *
 * They are synchronous, and callers work in slices: reading 10,000 skills takes 0.4 s of processor time this way and
 * 2.9 s through promises, more than the four threads behind those win back.
 */
export function statOf(path: string): Stats | undefined {
  return quietly(() => statSync(path, { throwIfNoEntry: false }));
}

export function itemsOf(path: string): Dirent[] | undefined {
  return quietly(() => readdirSync(path, { withFileTypes: true }));
}

export function realPathOf(path: string): string | undefined {
  return quietly(() => realpathSync.native(path));
}

export function isReadable(path: string): boolean {
  return quietly(() => accessSync(path, constants.R_OK) === undefined) ?? false;
}

/** The bytes of a regular file; anything else isn't waited for. */
export function bytesOf(path: string): Buffer | undefined {
  return quietly(() => readRegularFile(path, Number.POSITIVE_INFINITY));
}

/** Opening a pipe must not wait for its writer. */
export const READ_WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** JSON files of a registry have at most this many bytes. */
const MAX_JSON_BYTES = 64 * 1024 * 1024;

export type TextResult =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      /** `missing` is no problem by itself; the others are said to whoever looks after the registry. */
      readonly cause: 'missing' | 'outside' | 'unreadable';
      readonly reason: string;
    };

/** The text of a JSON file, links followed while they stay inside `folder` (absolute, links resolved). */
export function readJsonText(path: string, folder: string): TextResult {
  const target = realPathOf(path);
  if (target !== undefined && !isInside(folder, target)) {
    return { ok: false, cause: 'outside', reason: 'it is a link that leads out of its folder' };
  }
  try {
    return { ok: true, text: readRegularFile(path, MAX_JSON_BYTES).toString('utf8') };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { ok: false, cause: 'missing', reason: 'it is not there' };
    const reason = code === 'EACCES' || code === 'EPERM' ? 'permission denied' : (code ?? message);
    return { ok: false, cause: 'unreadable', reason };
  }
}

function readRegularFile(path: string, maxBytes: number): Buffer {
  const handle = openSync(path, READ_WITHOUT_WAITING);
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) throw new Error('it is not a regular file');
    if (stats.size > maxBytes) throw new Error('it is too large');
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
