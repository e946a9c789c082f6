import { likelyKeys, nameWords } from '../search/near-keys.ts';
import type { ServedRegistry } from '../service/served-registry.ts';

/** What a search is asked for: some of it may be near in spelling, too. */
const MOST_FOUND = 10;

/** `likelyKeys` of the registry that is served; for `didYouMean`. */
export function suggestKeys(served: ServedRegistry, asked: string): readonly string[] {
  return likelyKeys([...served.live.snapshot().skills.keys()], asked, () =>
    served
      .search()
      .search(nameWords(asked))
      .results(MOST_FOUND)
      .map(({ key }) => key),
  );
}
