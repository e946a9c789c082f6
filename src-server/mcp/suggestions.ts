import { nearKeys } from '../search/near-keys.ts';
import type { ServedRegistry } from '../service/served-registry.ts';

const MOST = 5;

/** Keys that someone may have meant by a key that isn't there, nearest first; five at most. */
export function suggestKeys(served: ServedRegistry, asked: string): readonly string[] {
  const near = nearKeys([...served.live.snapshot().skills.keys()], asked);
  if (near.length >= MOST) return near.slice(0, MOST);
  const name = asked.toLowerCase().split('/').at(-1) ?? '';
  const found = served.search().search(name.replace(/[^\p{L}\p{N}]+/gu, ' '));
  return [...new Set([...near, ...found.results(2 * MOST).map(({ key }) => key)])].slice(0, MOST);
}
