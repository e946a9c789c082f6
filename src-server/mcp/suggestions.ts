import { EditDistance } from '../search/words/edit-distance.ts';
import type { ServedRegistry } from '../service/served-registry.ts';

const MOST = 5;

const encoder = new TextEncoder();
const bytes = (text: string) => encoder.encode(text);

/** Keys that someone may have meant by a key that isn't there, nearest first; five at most. */
export function suggestKeys(served: ServedRegistry, asked: string): readonly string[] {
  const keys = [...served.live.snapshot().skills.keys()];
  const wanted = asked.toLowerCase();
  const name = wanted.split('/').at(-1) ?? wanted;
  const most = Math.max(1, Math.floor(wanted.length / 5));
  const edits = new EditDistance();
  const near = keys
    .map((key) => ({ key, distance: distanceOf(edits, key.toLowerCase(), wanted, name, most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .map(({ key }) => key);
  if (near.length >= MOST) return near.slice(0, MOST);
  const found = served.search().search(name.replace(/[^\p{L}\p{N}]+/gu, ' '));
  return [...new Set([...near, ...found.results(2 * MOST).map(({ key }) => key)])].slice(0, MOST);
}

/** The same name under another language or author is as near as a spelling can be. */
function distanceOf(edits: EditDistance, key: string, wanted: string, name: string, most: number): number {
  const keyName = key.split('/').at(-1) ?? key;
  if (key === wanted) return 0;
  if (keyName === name) return 0.5;
  const whole = edits.between(bytes(key), bytes(wanted), most);
  const mostOfName = name.length >= 8 ? 2 : name.length >= 4 ? 1 : 0;
  const nameAlone = edits.between(bytes(keyName), bytes(name), mostOfName);
  return nameAlone <= mostOfName ? Math.min(whole, nameAlone) : whole;
}

/** `Did you mean a, b?`, or nothing where there is nothing near. */
export function didYouMean(suggestions: readonly string[]): string {
  return suggestions.length === 0 ? '' : ` Did you mean ${suggestions.join(', ')}?`;
}
