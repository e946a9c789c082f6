import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type ParsedIndexFile, parseIndexFile, unusableIndexFile } from '../model/registry-index-file.ts';
import { codeOf, type DiskDoor, type FileStamp, isSameStamp, stampOf } from './disk-door.ts';
import { isInside } from './inside.ts';
import { RACY_MS } from './read-skill-folder.ts';

/** Relative to the registry. */
export const INDEX_FILE = 'index.json';
/** A larger index.json isn't read. */
export const MAX_INDEX_BYTES = 64 * 1024 * 1024;

/** `refused`: there is something that is never read, such as a folder. */
type IndexStamp = FileStamp | 'missing' | 'refused';

export interface IndexFileState {
  /** index.json where it is different from the last look. */
  readonly changed?: ParsedIndexFile | undefined;
  /** The system's word where it can't be read now. */
  readonly unreadable?: string;
  /** It is being written just now: look again in a moment. */
  readonly isUnsettled?: boolean;
  /** It was changed so lately that the next change might not show. */
  readonly isRacy: boolean;
}

/** Looks at index.json, and reads it where it may be another one. Remembers a stamp and a hash, not the text. */
export class IndexFileLook {
  readonly #door: DiskDoor;
  readonly #root: string;
  readonly #now: () => number;
  #stamp: IndexStamp | undefined;
  #hash = '';
  #isRacy = false;

  /** @param root the registry's: absolute, links resolved */
  constructor(door: DiskDoor, root: string, now: () => number) {
    this.#door = door;
    this.#root = root;
    this.#now = now;
  }

  look(): IndexFileState {
    try {
      const found = this.#find();
      return { ...found, isRacy: this.#isRacy };
    } catch (error) {
      return { unreadable: codeOf(error), isRacy: this.#isRacy };
    }
  }

  #find(): Omit<IndexFileState, 'isRacy'> {
    const path = this.#door.realPath(join(this.#root, INDEX_FILE));
    if (path !== undefined && !isInside(this.#root, path))
      return this.#unlessSame('refused', () => refused('it is a link that leads out of its folder'));
    const item = path === undefined ? undefined : this.#door.stat(path);
    if (path === undefined || item === undefined)
      return this.#unlessSame('missing', () => ({ changed: parseIndexFile(undefined) }));
    if (item.kind !== 'file') return this.#unlessSame('refused', () => refused('it is not a regular file'));
    return this.#unlessSame(stampOf(item), () => this.#read(path, item));
  }

  #unlessSame(stamp: IndexStamp, read: () => Omit<IndexFileState, 'isRacy'>): Omit<IndexFileState, 'isRacy'> {
    const before = this.#stamp;
    const isSame =
      typeof stamp === 'string' || before === undefined || typeof before === 'string'
        ? stamp === before
        : isSameStamp(stamp, before) && !this.#isRacy;
    if (isSame) return {};
    const state = read();
    const parsed = state.changed;
    if (parsed === undefined) return state;
    this.#isRacy = typeof stamp !== 'string' && Math.abs(this.#now() - stamp.ctimeMs) < RACY_MS;
    const hash = parsed.text === undefined ? '' : createHash('sha1').update(parsed.text).digest('base64');
    const isSameText = hash !== '' && hash === this.#hash;
    this.#stamp = stamp;
    this.#hash = hash;
    return isSameText ? {} : state;
  }

  #read(path: string, item: FileStamp): Omit<IndexFileState, 'isRacy'> {
    const stamp = stampOf(item);
    const read = this.#door.read({ path, inside: this.#root, stamp, maxSize: MAX_INDEX_BYTES });
    if (read.ok) return { changed: parseIndexFile(read.bytes.toString('utf8'), stamp.mtimeMs) };
    if (read.cause === 'too-large') return refused('it is too large');
    return read.cause === 'gone' || read.cause === 'changed'
      ? { isUnsettled: true }
      : { unreadable: read.code };
  }
}

function refused(why: string): Pick<IndexFileState, 'changed'> {
  return { changed: unusableIndexFile(why) };
}
