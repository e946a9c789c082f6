/** Only glibc is known to benefit. Electron clears reused memory, and Windows counts untouched memory. */
const IS_ROOMY = process.platform === 'linux' && process.versions['electron'] === undefined;
const LARGE_BYTES = 512 * 1024;
/**
 * Minimum size of a large buffer. Untouched pages take no memory. glibc returns over 32 MiB to the system
 * when freed, but keeps less until the process ends.
 */
export const ROOMY_BYTES = 33 * 1024 * 1024;

export function roomyNumbers(length: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(roomyBuffer(length * Uint32Array.BYTES_PER_ELEMENT), 0, length);
}

/** Zeroed; large buffers get spare room if free. */
export function roomyBuffer(bytes: number): ArrayBuffer {
  return new ArrayBuffer(bytes < LARGE_BYTES || !IS_ROOMY ? bytes : Math.max(bytes, ROOMY_BYTES));
}
