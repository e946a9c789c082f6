/** What is at paths that settings name, without waiting for a disk that doesn't answer. */
import { stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { Turns } from '../turns.ts';

/** What is at a path, links followed. */
export type PathKind = 'folder' | 'other' | 'nothing';

/**
 * What is at an absolute path; undefined where the system doesn't say, or its disk doesn't answer in time. What is
 * `not-looked-at` never got its turn, since others hang: nothing is to be said of it, and it may not be read, for its disk
 * may hang, too.
 */
export type LookAtPath = (path: string) => Promise<PathKind | 'not-looked-at' | undefined>;

export interface PathLooksOptions {
  /** Looks for as long as the disk takes, and never rejects; default: the system's own answer. */
  readonly look?: typeof kindAt;
  /** Begins a look when its turn comes, and ends the turn with it; default: two at once. */
  readonly takeTurn?: TakeTurn;
  /** How long a turn is waited for, and from then on the disk; default: `within(2_000)` for each. */
  readonly inTime?: InTime;
  /** Told what each look found in time, undefined where it is late, and then what it found where that is another. */
  readonly onLooked?: (path: string, found: PathKind | undefined) => void;
}

type TakeTurn = <T>(look: () => Promise<T>) => Promise<T>;
/** What some work gives; undefined where it takes longer than is waited for. */
type InTime = <T>(work: Promise<T>) => Promise<T | undefined>;

const PATIENCE_MS = 2_000;
/** Each look at a dead mount keeps one of the four threads that Node has for files. */
const MAX_LOOKS = 2;

/** A look whose turn has come, and what it tells in time. */
interface BegunLook {
  readonly told: Promise<PathKind | undefined>;
}

/** Looks that are told in time: a few at once, and each path once at a time, whoever asks. */
export function createPathLooks({
  look = kindAt,
  takeTurn = turnsOf(MAX_LOOKS),
  inTime = within(PATIENCE_MS),
  onLooked = () => {},
}: PathLooksOptions = {}): LookAtPath {
  const asked = new Map<string, Promise<BegunLook>>();

  /** News of one look comes in its order. */
  async function follow(
    path: string,
    looking: Promise<PathKind | undefined>,
    told: Promise<PathKind | undefined>,
  ): Promise<void> {
    const first = await told;
    onLooked(path, first);
    const found = await looking;
    if (found !== first) onLooked(path, found);
  }

  const ask = (path: string) =>
    new Promise<BegunLook>((begin) => {
      void takeTurn(() => {
        const looking = look(path).finally(() => asked.delete(path));
        const told = inTime(looking);
        begin({ told });
        void follow(path, looking, told);
        return looking;
      });
    });
  return async (path) => {
    const begun = asked.get(path) ?? ask(path);
    asked.set(path, begun);
    return (await inTime(begun))?.told ?? 'not-looked-at';
  };
}

function turnsOf(count: number): TakeTurn {
  const turns = new Turns(count);
  return (look) => turns.take(look);
}

/** Waits so many milliseconds. No timer runs on once the work is done. */
export function within(ms: number): InTime {
  return (work) => {
    const told = new AbortController();
    const late = setTimeout(ms, undefined, { signal: told.signal }).catch(() => undefined);
    return Promise.race([work, late]).finally(() => told.abort());
  };
}

/** What is at an absolute path, told when the disk answers, which may be never; undefined where the system doesn't say. */
export async function kindAt(path: string): Promise<PathKind | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'other';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'nothing' : undefined;
  }
}
