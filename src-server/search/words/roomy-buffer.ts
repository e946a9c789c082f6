/**
 * Only glibc's way of giving memory is known to be helped. Electron's engine clears what it uses again, and Windows counts
 * what nobody has written to: there all the room would be taken.
 */
const IS_ROOMY = process.platform === 'linux' && process.versions['electron'] === undefined;
/** From this many bytes on a buffer has the room below. */
const LARGE_BYTES = 512 * 1024;
/**
 * Bytes of a large buffer at least. What isn't written to takes no memory, and what is larger than 32 MiB glibc gives back
 * to the system at once; of anything smaller it keeps what a thread has let go, until the process ends.
 */
export const ROOMY_BYTES = 33 * 1024 * 1024;

/** So many zeros, in a roomy buffer. */
export function roomyNumbers(length: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(roomyBuffer(length * Uint32Array.BYTES_PER_ELEMENT), 0, length);
}

/** Zeros, at least so many bytes: as many, or `ROOMY_BYTES` and more where that costs nothing. */
export function roomyBuffer(bytes: number): ArrayBuffer {
  return new ArrayBuffer(bytes < LARGE_BYTES || !IS_ROOMY ? bytes : Math.max(bytes, ROOMY_BYTES));
}
