export const HASH_START = 0x811c9dc5;

/** FNV-1a. */
export function hashStep(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}
