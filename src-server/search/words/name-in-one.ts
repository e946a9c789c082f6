import { runsOf } from './text-scanner.ts';
import { canonicalName, foldText } from './word-analysis.ts';

/** Separators inside a name. */
const BETWEEN = /[^\p{L}\p{N}]/gu;
/** Runs end in a sign only in `c++`, `c#` and `f#`. */
const SIGNED = /[+#]$/;

/** Name without separators, case and spelling variants: `hashmap` for `Hash_Map`, `cpp` for `C++`. */
export function nameInOne(name: string): string {
  return runsInOne(runsOf(name));
}

/** `nameInOne` for the runs of a name or query. */
export function runsInOne(runs: readonly string[]): string {
  const words = runs.map(foldText).map((run) => (SIGNED.test(run) ? canonicalName(run) : run));
  return words.join('').replace(BETWEEN, '');
}
