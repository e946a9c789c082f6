import { hash } from 'node:crypto';
import { join } from 'node:path';
import { type ParsedIndexFile, parseIndexFile, unusableIndexFile } from '../model/registry-index-file.ts';
import { codeOf, type DiskReader, type FileStamp, isSameStamp, stampOf } from './disk-reader.ts';
import { isInside } from './paths.ts';
import { RACY_MS } from './read-skill-folder.ts';

export const INDEX_FILE = 'index.json';
export const MAX_INDEX_BYTES = 64 * 1024 * 1024;

/** `refused`: not a file. */
type IndexStamp = FileStamp | 'missing' | 'refused';

interface IndexFileState {
  readonly changed?: ParsedIndexFile | undefined;
  readonly unreadable?: string;
  readonly isUnsettled?: boolean;
  readonly isRacy: boolean;
}

export class IndexFileScan {
  readonly #reader: DiskReader;
  readonly #root: string;
  readonly #now: () => number;
  #stamp: IndexStamp | undefined;
  #hash = '';
  #isRacy = false;

  constructor(reader: DiskReader, root: string, now: () => number) {
    this.#reader = reader;
    this.#root = root;
    this.#now = now;
  }

  scan(): IndexFileState {
    try {
      const found = this.#find();
      return { ...found, isRacy: this.#isRacy };
    } catch (error) {
      return { unreadable: codeOf(error), isRacy: this.#isRacy };
    }
  }

  #find(): Omit<IndexFileState, 'isRacy'> {
    const path = this.#reader.realPath(join(this.#root, INDEX_FILE));
    if (path !== undefined && !isInside(this.#root, path))
      return this.#unlessSame('refused', () => refused('it is a link that leads out of its folder'));
    const item = path === undefined ? undefined : this.#reader.stat(path);
    if (path === undefined || item === undefined)
      return this.#unlessSame('missing', () => ({ changed: parseIndexFile(undefined), hash: '' }));
    if (item.kind !== 'file') return this.#unlessSame('refused', () => refused('it is not a regular file'));
    return this.#unlessSame(stampOf(item), () => this.#read(path, item));
  }

  #unlessSame(stamp: IndexStamp, read: () => Reading): Omit<IndexFileState, 'isRacy'> {
    const before = this.#stamp;
    const isSame =
      typeof stamp === 'string' || before === undefined || typeof before === 'string'
        ? stamp === before
        : isSameStamp(stamp, before) && !this.#isRacy;
    if (isSame) return {};
    const { hash: found, ...state } = read();
    if (found === undefined) return state;
    this.#isRacy = typeof stamp !== 'string' && Math.abs(this.#now() - stamp.ctimeMs) < RACY_MS;
    this.#stamp = stamp;
    this.#hash = found;
    return state;
  }

  /** Parses only if the hash changed. */
  #read(path: string, item: FileStamp): Reading {
    const stamp = stampOf(item);
    const read = this.#reader.read({ path, inside: this.#root, stamp, maxSize: MAX_INDEX_BYTES });
    if (read.ok) {
      const found = hash('sha1', read.bytes, 'base64url');
      if (found === this.#hash) return { hash: found };
      return { changed: parseIndexFile(read.bytes.toString('utf8'), stamp.mtimeMs, found), hash: found };
    }
    if (read.cause === 'too-large') return refused('it is too large');
    return read.cause === 'gone' || read.cause === 'changed'
      ? { isUnsettled: true }
      : { unreadable: read.code };
  }
}

/** `hash`: '' if unread, absent to read again. */
type Reading = Omit<IndexFileState, 'isRacy'> & { readonly hash?: string };

function refused(why: string): Reading {
  return { changed: unusableIndexFile(why), hash: '' };
}
