/**
 * Hashes of words for tables with open addressing. Each thread has a seed that nobody can know before: a skill of an
 * attacker could otherwise have 100,000 words that belong to the same slots, and each would be compared with all others.
 */

const SEED = Math.floor(Math.random() * 2 ** 32);

/** FNV-1a whose high bits reach the low ones with each unit: otherwise most bits of a seed would change no slot. */
const mixed = (hash: number, unit: number): number => {
  const product = Math.imul(hash ^ unit, 0x01000193);
  return product ^ (product >>> 15);
};

/**
 * Returns the hash of a part of a text.
 *
 * @param seed another one than the thread's, in tests
 */
export function hashOf(text: string, start: number, end: number, seed = SEED): number {
  let hash = seed ^ (end - start);
  for (let i = start; i < end; i += 1) hash = mixed(hash, text.charCodeAt(i));
  return hash;
}

/** Returns the hash of the text that has some UTF-16 units. */
export function hashOfUnits(units: Uint16Array, start: number, end: number, seed = SEED): number {
  let hash = seed ^ (end - start);
  for (let i = start; i < end; i += 1) hash = mixed(hash, units[i] as number);
  return hash;
}
