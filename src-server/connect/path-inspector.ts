/** Inspects paths without waiting for hanging disks. */
import { stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { Semaphore } from '../semaphore.ts';

/** Follows links. */
export type PathKind = 'folder' | 'other' | 'nothing';

/** Undefined if unknown or late. `not-inspected`: other checks hang; don't read the path. */
export type InspectPath = (path: string) => Promise<PathKind | 'not-inspected' | undefined>;

export interface PathInspectorOptions {
  /** Never rejects; no time limit. Default: `kindAt`. */
  readonly look?: typeof kindAt;
  /** Semaphore. Default: two checks at once. */
  readonly takeTurn?: TakeTurn;
  /** Applied to the semaphore, then to the disk. Default: `within(2_000)` each. */
  readonly limitTime?: TimeLimit;
  /** Called with undefined for a late check, then again with the result. */
  readonly onInspected?: (path: string, found: PathKind | undefined) => void;
}

type TakeTurn = <T>(look: () => Promise<T>) => Promise<T>;
type TimeLimit = <T>(work: Promise<T>) => Promise<T | undefined>;

const PATIENCE_MS = 2_000;
/** A check of a dead mount blocks one of Node's four file threads. */
const MAX_INSPECTIONS = 2;

interface BegunLook {
  readonly result: Promise<PathKind | undefined>;
}

/** Callers share running checks of a path. */
export function createPathInspector({
  look = kindAt,
  takeTurn = turnsOf(MAX_INSPECTIONS),
  limitTime = within(PATIENCE_MS),
  onInspected = () => {},
}: PathInspectorOptions = {}): InspectPath {
  const asked = new Map<string, Promise<BegunLook>>();

  async function follow(
    path: string,
    looking: Promise<PathKind | undefined>,
    result: Promise<PathKind | undefined>,
  ): Promise<void> {
    const first = await result;
    onInspected(path, first);
    const found = await looking;
    if (found !== first) onInspected(path, found);
  }

  const ask = (path: string) =>
    new Promise<BegunLook>((begin) => {
      void takeTurn(() => {
        const looking = look(path).finally(() => asked.delete(path));
        const result = limitTime(looking);
        begin({ result });
        void follow(path, looking, result);
        return looking;
      });
    });
  return async (path) => {
    const begun = asked.get(path) ?? ask(path);
    asked.set(path, begun);
    return (await limitTime(begun))?.result ?? 'not-inspected';
  };
}

function turnsOf(count: number): TakeTurn {
  const semaphore = new Semaphore(count);
  return (look) => semaphore.take(look);
}

/** The timer ends with the work. */
export function within(ms: number): TimeLimit {
  return (work) => {
    const result = new AbortController();
    const late = setTimeout(ms, undefined, { signal: result.signal }).catch(() => undefined);
    return Promise.race([work, late]).finally(() => result.abort());
  };
}

/** Hangs with the disk. Undefined if unknown. */
export async function kindAt(path: string): Promise<PathKind | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'other';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'nothing' : undefined;
  }
}
