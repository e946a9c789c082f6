import { EditDistance } from './words/edit-distance.ts';

const encoder = new TextEncoder();
const bytes = (text: string) => encoder.encode(text);

/** Keys that someone may have meant by a key or a name, as far as spelling goes: nearest first. */
export function nearKeys(keys: readonly string[], asked: string): readonly string[] {
  const wanted = asked.toLowerCase();
  const name = nameOf(wanted);
  const most = Math.max(1, Math.floor(wanted.length / 5));
  const edits = new EditDistance();
  return keys
    .map((key) => ({ key, distance: distanceOf(edits, key.toLowerCase(), wanted, name, most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .map(({ key }) => key);
}

/** The keys that end with a name, or an author and a name, in any letters; none where a whole key is asked for. */
export function keysNamed(keys: readonly string[], asked: string): readonly string[] {
  if (asked.split('/').length > 2) return [];
  const end = `/${asked.toLowerCase()}`;
  return keys.filter((key) => key.toLowerCase().endsWith(end));
}

function nameOf(key: string): string {
  return key.split('/').at(-1) ?? key;
}

/** The same name under another language or author is as near as a spelling can be. */
function distanceOf(edits: EditDistance, key: string, wanted: string, name: string, most: number): number {
  const keyName = nameOf(key);
  if (key === wanted) return 0;
  if (keyName === name) return 0.5;
  const whole = edits.between(bytes(key), bytes(wanted), most);
  const mostOfName = name.length >= 8 ? 2 : name.length >= 4 ? 1 : 0;
  const nameAlone = edits.between(bytes(keyName), bytes(name), mostOfName);
  return nameAlone <= mostOfName ? Math.min(whole, nameAlone) : whole;
}

/** More suggestions than these are no help. */
export const MOST_SUGGESTED = 5;

/** ` Did you mean a, b?`, the first five, or nothing where there is nothing near. */
export function didYouMean(suggestions: readonly string[]): string {
  return suggestions.length === 0 ? '' : ` Did you mean ${suggestions.slice(0, MOST_SUGGESTED).join(', ')}?`;
}
