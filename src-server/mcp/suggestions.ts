import { areEnough, likelyKeys, nameWords, nearKeys } from '../search/keyword-search/near-keys.ts';
import type { ServedRegistry } from '../served-registry.ts';

const MOST_FOUND = 10;

export function suggestKeys(served: ServedRegistry, asked: string): readonly string[] {
  const near = nearKeys([...served.live.snapshot().skills.keys()], asked);
  if (areEnough(near)) return near;
  const found = served.search().search(nameWords(asked)).slice(0, MOST_FOUND);
  return likelyKeys(
    near,
    found.map(({ key }) => key),
  );
}
