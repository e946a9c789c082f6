import type { CallMonitor } from './disk-reader.ts';
import type { CheckMonitor } from './skill-checks.ts';

/**
 * Memory with a disk thread's current call. Blocked threads answer no messages, so others compare call
 * numbers.
 */
const HEAD_INTS = 4;
const [IN_CALL, CALLS, PATH_LENGTH, WATCHED] = [0, 1, 2, 3];
const [NO_CALL, DISK_CALL, CHECK] = [0, 1, 2];
const MAX_PATH_BYTES = 8 * 1024;

export function createCallMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(HEAD_INTS * 4 + MAX_PATH_BYTES);
}

/** @param onBusy called for a call while nobody inspects the memory */
export function monitorInto(memory: SharedArrayBuffer, onBusy: () => void): CallMonitor & CheckMonitor {
  const head = new Int32Array(memory, 0, HEAD_INTS);
  const bytes = Buffer.from(memory, HEAD_INTS * 4);
  let last = '';
  const enter = (path: string, kind: number) => {
    if (path !== last) head[PATH_LENGTH] = bytes.write(path, 0);
    last = path;
    Atomics.add(head, CALLS, 1);
    Atomics.store(head, IN_CALL, kind);
    // After the store: `stopWatching` compares in the other order, so one of both sides sees the other.
    if (Atomics.load(head, WATCHED) === 0 && Atomics.exchange(head, WATCHED, 1) === 0) onBusy();
  };
  return {
    enter: (path) => enter(path, DISK_CALL),
    enterCheck: (directory) => enter(directory, CHECK),
    leave: () => Atomics.store(head, IN_CALL, NO_CALL),
  };
}

/** From now on, the next call is announced. False if a call is running. */
export function stopWatching(memory: SharedArrayBuffer): boolean {
  const head = new Int32Array(memory, 0, HEAD_INTS);
  Atomics.store(head, WATCHED, 0);
  return Atomics.load(head, IN_CALL) === NO_CALL;
}

export interface PresentCall {
  /** Includes parts of calls; wraps around. */
  readonly number: number;
  readonly path: string;
  /** Skill check, else system call. */
  readonly isCheck: boolean;
}

export function presentCall(memory: SharedArrayBuffer): PresentCall | undefined {
  const head = new Int32Array(memory, 0, HEAD_INTS);
  const kind = Atomics.load(head, IN_CALL);
  if (kind === NO_CALL) return undefined;
  const length = Atomics.load(head, PATH_LENGTH);
  const bytes = Buffer.from(new Uint8Array(memory, HEAD_INTS * 4, length));
  return { number: Atomics.load(head, CALLS), path: bytes.toString('utf8'), isCheck: kind === CHECK };
}
