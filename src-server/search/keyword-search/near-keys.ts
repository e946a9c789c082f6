import { EditDistance } from '../words/edit-distance.ts';

const MOST_SUGGESTED = 5;

/** Nearest first. */
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

export function areEnough(near: readonly string[]): boolean {
  return near.length >= MOST_SUGGESTED;
}

/**
 * @param near from `nearKeys`
 * @param found keyword results for `nameWords`, unless `areEnough(near)`
 */
export function likelyKeys(near: readonly string[], found: readonly string[]): readonly string[] {
  return [...new Set([...near, ...found])];
}

/** Shorter names occur inside words: `ws` in `laws`. */
const FEWEST_LETTERS = 3;

/** Empty if too short to search. */
export function nameWords(asked: string): string {
  const words = nameOf(asked.toLowerCase())
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return words.length < FEWEST_LETTERS ? '' : words;
}

/**
 * Keys equal to `whole`, otherwise ending in `asked`, ignoring case.
 *
 * @param whole canonical key; default `asked`
 */
export function matchingKeys(keys: readonly string[], asked: string, whole = asked): readonly string[] {
  const inAnyCase = keys.filter((key) => key.toLowerCase() === whole.toLowerCase());
  if (inAnyCase.length > 0) return inAnyCase;
  const end = `/${asked.toLowerCase()}`;
  return keys.filter((key) => key.toLowerCase().endsWith(end));
}

export function keyNamed(keys: readonly string[], asked: string): string | undefined {
  const [only, ...others] = matchingKeys(keys, asked);
  return others.length === 0 ? only : undefined;
}

function nameOf(key: string): string {
  return key.split('/').at(-1) ?? key;
}

/** Nearest: an equal name under another author or language. */
function distanceOf(edits: EditDistance, key: string, wanted: string, name: string, most: number): number {
  const keyName = nameOf(key);
  if (key === wanted) return 0;
  if (keyName === name) return 0.5;
  const whole = edits.between(key, wanted, most);
  const mostOfName = name.length >= 8 ? 2 : name.length >= 4 ? 1 : 0;
  const nameAlone = edits.between(keyName, name, mostOfName);
  return nameAlone <= mostOfName ? Math.min(whole, nameAlone) : whole;
}

/** ` Did you mean a, b?` with at most five; '' without suggestions. */
export function didYouMean(suggestions: readonly string[]): string {
  return suggestions.length === 0 ? '' : ` Did you mean ${suggestions.slice(0, MOST_SUGGESTED).join(', ')}?`;
}
