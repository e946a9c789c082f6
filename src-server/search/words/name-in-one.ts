import { runsOf } from './text-scanner.ts';
import { canonicalName, foldText } from './word-analysis.ts';

const BETWEEN = /[^\p{L}\p{N}]/gu;
/** Only in `c++`, `c#` and `f#`. */
const SIGNED = /[+#]$/;

/** `hashmap` for `Hash_Map`, `cpp` for `C++`. */
export function nameInOne(name: string): string {
  return runsInOne(runsOf(name));
}

export function runsInOne(runs: readonly string[]): string {
  const words = runs.map(foldText).map((run) => (SIGNED.test(run) ? canonicalName(run) : run));
  return words.join('').replace(BETWEEN, '');
}
