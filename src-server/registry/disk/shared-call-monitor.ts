import type { CallMonitor } from './disk-door.ts';

/**
 * Memory that a disk thread writes its present call into. A thread that waits for the system answers no message, so
 * others look here: the same call number twice, and still in it, means that the disk doesn't answer.
 */
const HEAD_INTS = 3;
const [IN_CALL, CALLS, PATH_LENGTH] = [0, 1, 2];
const MAX_PATH_BYTES = 8 * 1024;

export function createCallMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(HEAD_INTS * 4 + MAX_PATH_BYTES);
}

/** The writing side, on the disk thread. */
export function monitorInto(memory: SharedArrayBuffer): CallMonitor {
  const head = new Int32Array(memory, 0, HEAD_INTS);
  const bytes = Buffer.from(memory, HEAD_INTS * 4);
  let last = '';
  return {
    enter(path) {
      if (path !== last) head[PATH_LENGTH] = bytes.write(path, 0);
      last = path;
      Atomics.add(head, CALLS, 1);
      Atomics.store(head, IN_CALL, 1);
    },
    leave() {
      Atomics.store(head, IN_CALL, 0);
    },
  };
}

export interface PresentCall {
  /** Counts calls, and the parts of long ones; wraps around. */
  readonly number: number;
  readonly path: string;
}

/** The reading side; undefined where the thread waits for no call. */
export function presentCall(memory: SharedArrayBuffer): PresentCall | undefined {
  const head = new Int32Array(memory, 0, HEAD_INTS);
  if (Atomics.load(head, IN_CALL) === 0) return undefined;
  const length = Atomics.load(head, PATH_LENGTH);
  const bytes = Buffer.from(new Uint8Array(memory, HEAD_INTS * 4, length));
  return { number: Atomics.load(head, CALLS), path: bytes.toString('utf8') };
}
