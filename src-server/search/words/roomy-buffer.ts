/**
 * Only glibc's allocator is known to benefit. Electron clears reused memory, and Windows counts untouched
 * memory, so
 * spare room would be occupied there.
 */
const IS_ROOMY = process.platform === 'linux' && process.versions['electron'] === undefined;
/** Smaller buffers get no spare room. */
const LARGE_BYTES = 512 * 1024;
/**
 * Minimum size of a large buffer in bytes. Untouched pages take no memory. glibc returns allocations over 32
 * MiB to the
 * system when freed, but keeps smaller freed memory until the process ends.
 */
export const ROOMY_BYTES = 33 * 1024 * 1024;

/** At least `length` zeros; in fact exactly `length`, in a roomy buffer. */
export function roomyNumbers(length: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(roomyBuffer(length * Uint32Array.BYTES_PER_ELEMENT), 0, length);
}

/** Zeroed buffer of at least `bytes`; large buffers get `ROOMY_BYTES` if spare room is free. */
export function roomyBuffer(bytes: number): ArrayBuffer {
  return new ArrayBuffer(bytes < LARGE_BYTES || !IS_ROOMY ? bytes : Math.max(bytes, ROOMY_BYTES));
}
