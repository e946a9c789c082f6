/** What is at paths that settings name, without waiting for a disk that doesn't answer. */
import { stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { Turns } from '../turns.ts';

/** What is at a path, links followed. */
export type PathKind = 'folder' | 'other' | 'nothing';

/** What is at an absolute path; undefined where the system doesn't say, or its disk doesn't answer in time. */
export type LookAtPath = (path: string) => Promise<PathKind | undefined>;

export interface PathLooksOptions {
  /** How long a disk may take to answer, milliseconds; default: 2 seconds. */
  readonly patienceMs?: number;
  /** Looks for as long as the disk takes; default: the system's own answer. */
  readonly look?: LookAtPath;
}

const PATIENCE_MS = 2_000;
/** Each look at a dead mount keeps one of the four threads that Node has for files. */
const MAX_LOOKS = 2;

/** Looks that are told in time: two at once, and each path once at a time, whoever asks. */
export function createPathLooks({
  patienceMs = PATIENCE_MS,
  look = kindAt,
}: PathLooksOptions = {}): LookAtPath {
  const turns = new Turns(MAX_LOOKS);
  const asked = new Map<string, ReturnType<LookAtPath>>();
  return async (path) => {
    const answer = asked.get(path) ?? turns.take(() => look(path)).finally(() => asked.delete(path));
    asked.set(path, answer);
    const told = new AbortController();
    const late = setTimeout(patienceMs, undefined, { signal: told.signal }).catch(() => undefined);
    return Promise.race([answer, late]).finally(() => told.abort());
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
