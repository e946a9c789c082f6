import { MOST_SUGGESTED, nearKeys } from '../search/near-keys.ts';
import type { ServedRegistry } from '../service/served-registry.ts';

/** Keys that someone may have meant by a key that isn't there, nearest first; for `didYouMean`. */
export function suggestKeys(served: ServedRegistry, asked: string): readonly string[] {
  const near = nearKeys([...served.live.snapshot().skills.keys()], asked);
  if (near.length >= MOST_SUGGESTED) return near;
  const name = asked.toLowerCase().split('/').at(-1) ?? '';
  const found = served.search().search(name.replace(/[^\p{L}\p{N}]+/gu, ' '));
  return [...new Set([...near, ...found.results(2 * MOST_SUGGESTED).map(({ key }) => key)])];
}
