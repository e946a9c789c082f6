/** Whether folders are there, without ever waiting for a disk that doesn't answer. */
import { kindAt, type LookAtPath, type PathKind } from '../src-server/connect/path-looks.ts';
import type { Clock } from './clock.ts';
import type { DiskLooks } from './disk-looks.ts';
import { inTime, LATE } from './in-time.ts';

/** So long a turn may take to come, and from then on a disk to answer. */
const PATIENCE_MS = 1_000;

/** Which folders are there, without waiting for slow disks. Each path is looked at once at a time, whoever asks. */
export interface FolderLooks {
  /**
   * What is known now, which may change with each look: a folder counts as there until it was looked at, and not while its
   * disk doesn't answer. One whose turn doesn't come stays as it was known.
   */
  isThere(path: string): boolean;
  /** Looks again at each of these folders, which are followed from now on. */
  refresh(paths: readonly string[]): void;
  /** Looks now at whatever may be there. */
  readonly look: LookAtPath;
}

export interface FolderLooksOptions {
  readonly clock: Clock;
  readonly disks: DiskLooks;
  /** `isThere` tells something new of a folder that is followed. */
  readonly onChange: () => void;
  /** What is at a path, told when its disk answers; default: the system's own answer. */
  readonly look?: typeof kindAt;
}

/** A look whose turn has come. */
interface BegunLook {
  /** What it tells; undefined, too, where its disk doesn't answer in time. */
  readonly told: Promise<PathKind | undefined>;
}

/** Looks at nothing before it is asked. */
export function createFolderLooks(options: FolderLooksOptions): FolderLooks {
  const { clock, disks, onChange, look = kindAt } = options;
  const known = new Map<string, boolean>();
  const followed = new Set<string>();
  const asked = new Map<string, Promise<BegunLook>>();

  function learn(path: string, isThere: boolean): void {
    const before = known.get(path) ?? true;
    known.set(path, isThere);
    if (before !== isThere && followed.has(path)) onChange();
  }

  function ask(path: string): Promise<BegunLook> {
    const begun =
      asked.get(path) ??
      new Promise<BegunLook>((begin) => {
        void disks(() => lookAt(path, begin));
      });
    asked.set(path, begun);
    return begun;
  }

  async function lookAt(path: string, begin: (look: BegunLook) => void): Promise<void> {
    const looking = look(path);
    const told = inTime(looking, clock, PATIENCE_MS);
    begin({ told: told.then((found) => (found === LATE ? undefined : found)) });
    if ((await told) === LATE) learn(path, false);
    const found = await looking;
    asked.delete(path);
    learn(path, found === 'folder');
  }

  return {
    isThere: (path) => known.get(path) ?? true,
    refresh(paths) {
      for (const path of paths) {
        followed.add(path);
        void ask(path);
      }
    },
    async look(path) {
      const begun = await inTime(ask(path), clock, PATIENCE_MS);
      return begun === LATE ? 'not-looked-at' : begun.told;
    },
  };
}
