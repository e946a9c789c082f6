import { runsOf } from './text-scanner.ts';
import { canonicalName, foldText } from './word-analysis.ts';

/** What stands between the letters and digits of a name. */
const BETWEEN = /[^\p{L}\p{N}]/gu;
/** How `c++`, `c#` and `f#` end: a run keeps no other sign. */
const SIGNED = /[+#]$/;

/** A name whatever stands between its words and however it is written: `hashmap` for `Hash_Map`, `cpp` for `C++`. */
export function nameInOne(name: string): string {
  return runsInOne(runsOf(name));
}

/** The same of a name's runs, or of a question's. */
export function runsInOne(runs: readonly string[]): string {
  const words = runs.map(foldText).map((run) => (SIGNED.test(run) ? canonicalName(run) : run));
  return words.join('').replace(BETWEEN, '');
}
