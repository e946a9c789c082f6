import { EditDistance } from './words/edit-distance.ts';

const encoder = new TextEncoder();
const bytes = (text: string) => encoder.encode(text);

/** More suggestions than these are no help. */
const MOST_SUGGESTED = 5;

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

/** Whether so many keys are spelled alike that no search need find more. */
export function areEnough(near: readonly string[]): boolean {
  return near.length >= MOST_SUGGESTED;
}

/**
 * Keys that someone may have meant by a key or a name that isn't there, best first.
 *
 * @param near of `nearKeys`
 * @param found keys that a keyword search finds for `nameWords`, best first; none where those near are enough
 */
export function likelyKeys(near: readonly string[], found: readonly string[]): readonly string[] {
  return [...new Set([...near, ...found])];
}

/** Fewer letters are found inside of other words: `ws` in `laws`. */
const FEWEST_LETTERS = 3;

/** What to search for where a key or a name isn't there; empty where that says nothing. */
export function nameWords(asked: string): string {
  const words = nameOf(asked.toLowerCase())
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return words.length < FEWEST_LETTERS ? '' : words;
}

/**
 * Keys that are meant by a key, a name, or an author and a name, in any letters: as a whole, else as their end.
 *
 * @param whole the same as a key, where it could be another one; default as asked
 */
export function keysMeant(keys: readonly string[], asked: string, whole = asked): readonly string[] {
  const inAnyCase = keys.filter((key) => key.toLowerCase() === whole.toLowerCase());
  if (inAnyCase.length > 0) return inAnyCase;
  const end = `/${asked.toLowerCase()}`;
  return keys.filter((key) => key.toLowerCase().endsWith(end));
}

/** The one key that is meant; undefined where none is or several are. */
export function keyNamed(keys: readonly string[], asked: string): string | undefined {
  const [only, ...others] = keysMeant(keys, asked);
  return others.length === 0 ? only : undefined;
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

/** ` Did you mean a, b?`, the first five, or nothing where there is nothing near. */
export function didYouMean(suggestions: readonly string[]): string {
  return suggestions.length === 0 ? '' : ` Did you mean ${suggestions.slice(0, MOST_SUGGESTED).join(', ')}?`;
}
