import { join } from 'node:path';
import type { RegistryLocation } from '../model/registry-snapshot.ts';
import type { DiskReader } from './disk-reader.ts';

/** `isMoved`: the link to the root leads elsewhere now. */
export type RootState =
  | { readonly isThere: true; readonly isMoved?: true }
  | { readonly isThere: false; readonly reason: string };

const OF_THE_SYSTEM = new Set(['lost+found', 'System Volume Information', '.Trashes', '.fseventsd']);

type Identity =
  | { readonly dev: number; readonly ino: number; readonly birthtimeMs: number }
  | 'unreadable'
  | undefined;

/** Absent: removed, or empty like an unplugged drive's mount point. Unreadable counts as present. */
export class RootWatch {
  readonly #reader: DiskReader;
  readonly #root: string;
  readonly #folders: readonly string[];
  #identities: readonly Identity[] | undefined;
  #lastSeen: readonly Identity[] | undefined;
  #state: RootState = { isThere: true };
  #isNews = false;

  constructor(reader: DiskReader, { root, skillsFolder }: RegistryLocation) {
    this.#reader = reader;
    this.#root = root;
    this.#folders = skillsFolder === '' ? [root] : [root, join(root, skillsFolder)];
  }

  get isNews(): boolean {
    return this.#isNews;
  }

  /** `other`: replaced. `away`: absent. */
  compare(): 'same' | 'other' | 'away' {
    const now = this.#identify();
    const before = this.#lastSeen ?? now;
    this.#lastSeen = now;
    if (now.some((id, index) => !isSame(id, before[index]))) return 'other';
    return this.#state.isThere ? 'same' : 'away';
  }

  inspect(): RootState {
    const now = this.#identify();
    const state = this.#judge(now);
    this.#isNews = state.isThere !== this.#state.isThere;
    this.#state = state;
    this.#lastSeen = now;
    if (state.isThere)
      this.#identities = now.map((id, index) => (isKnown(id) ? id : this.#identities?.[index]));
    return state;
  }

  #judge(now: readonly Identity[]): RootState {
    if (now[0] === undefined) return gone(`The registry folder ${this.#root} can't be read now: it is gone.`);
    const replaced = this.#folders.find((folder, index) => {
      const [before, id] = [this.#identities?.[index], now[index]];
      if (!isKnown(before) || !isKnown(id)) return false;
      // Users may empty and recreate the skills folder by hand, but not the root.
      const isOther = before.dev !== id.dev || (index === 0 && !isSame(before, id));
      return isOther && this.#isEmpty(folder);
    });
    return replaced === undefined
      ? { isThere: true }
      : gone(
          `The registry can't be read now: ${replaced} is another folder than before, and empty, as if a drive were unplugged.`,
        );
  }

  #identify(): readonly Identity[] {
    return this.#folders.map((folder) => {
      try {
        const item = this.#reader.stat(folder);
        if (item === undefined) return undefined;
        const { dev, ino, birthtimeMs } = item;
        return { dev, ino, birthtimeMs };
      } catch {
        return 'unreadable';
      }
    });
  }

  #isEmpty(folder: string): boolean {
    try {
      const items = this.#reader.list(folder)?.items;
      return items?.every(({ name }) => OF_THE_SYSTEM.has(name)) ?? false;
    } catch {
      return false;
    }
  }
}

function gone(reason: string): RootState {
  return { isThere: false, reason };
}

function isKnown(id: Identity): id is Exclude<Identity, string | undefined> {
  return typeof id === 'object';
}

function isSame(a: Identity, b: Identity): boolean {
  if (!isKnown(a) || !isKnown(b)) return a === b;
  return a.dev === b.dev && a.ino === b.ino && a.birthtimeMs === b.birthtimeMs;
}
