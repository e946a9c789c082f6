import { setFlagsFromString } from 'node:v8';

/** Percent by which a heap may grow between two collections of garbage. */
const GROWTH_PERCENT = 30;

/**
 * Lets the engine collect garbage sooner, in all threads, until what is returned is called: while a registry is read and
 * indexed. By itself it lets a heap that grows grow to several times what is in use, at the very time when the index needs
 * room. In Electron, whose engine may refuse other flags once it runs, nothing is done.
 */
export function collectSooner(): () => void {
  if (process.versions['electron'] !== undefined) return () => {};
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  return () => setFlagsFromString('--heap-growing-percent=0');
}
