/** How near a word is to another one, and which keys are meant by a mistyped one. */

/** Numbers of a row: more than the longest word that is compared has letters. */
const ROW = 256;

export class EditDistance {
  readonly #rows = new Uint8Array(ROW * 3);
  readonly #units = new Uint16Array(ROW);

  /**
   * Counts edits by Damerau's optimal string alignment: letters that are added, left out, replaced or swapped. Returns more
   * than `most` if more are needed, or if `b` has over 255 characters.
   */
  between(a: string, b: string, most: number): number {
    if (b.length >= ROW) return most + 1;
    const units = this.#units;
    for (let j = 0; j < b.length; j += 1) units[j] = b.charCodeAt(j);
    return this.betweenUnits(a, units, 0, b.length, most);
  }

  /** The same, of a text and a part of UTF-16 units. */
  betweenUnits(a: string, units: Uint16Array, start: number, length: number, most: number): number {
    if (Math.abs(a.length - length) > most || length >= ROW) return most + 1;
    const rows = this.#rows;
    let before = 0;
    let last = ROW;
    let row = ROW * 2;
    for (let j = 0; j <= length; j += 1) rows[last + j] = j;
    for (let i = 1; i <= a.length; i += 1) {
      let least = i;
      rows[row] = i;
      for (let j = 1; j <= length; j += 1) {
        const cost = a.charCodeAt(i - 1) === (units[start + j - 1] as number) ? 0 : 1;
        let edits = (rows[last + j - 1] as number) + cost;
        edits = Math.min(edits, (rows[last + j] as number) + 1, (rows[row + j - 1] as number) + 1);
        if (
          i > 1 &&
          j > 1 &&
          a.charCodeAt(i - 1) === (units[start + j - 2] as number) &&
          a.charCodeAt(i - 2) === (units[start + j - 1] as number)
        ) {
          edits = Math.min(edits, (rows[before + j - 2] as number) + 1);
        }
        rows[row + j] = edits;
        if (edits < least) least = edits;
      }
      if (least > most) return most + 1;
      const oldest = before;
      before = last;
      last = row;
      row = oldest;
    }
    return rows[last + length] as number;
  }
}

const MOST_SUGGESTED = 5;

/** Sorts keys by how like they are to what was asked, the nearest first. */
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

/** Whether a name has the letters of a key in another order, or doubled: `spdlgo`. Another letter makes another name: `request`, `psycopg`. */
export function isMistyped(key: string, asked: string): boolean {
  const [name, wanted] = [nameOf(key.toLowerCase()), asked.trim().toLowerCase()];
  if (name === wanted || /[/:@]/.test(wanted)) return false;
  const ordered = (word: string) => [...word].sort().join('');
  const single = (word: string) => word.replace(/(.)\1+/gu, '$1');
  return ordered(name) === ordered(wanted) || single(name) === single(wanted);
}

/** Returns the key equal to `asked`, otherwise the only one that ends in it, ignoring case. */
export function keyNamed(keys: readonly string[], asked: string): string | undefined {
  const wanted = asked.toLowerCase();
  const whole = keys.filter((key) => key.toLowerCase() === wanted);
  const named = whole.length > 0 ? whole : keys.filter((key) => key.toLowerCase().endsWith(`/${wanted}`));
  return named.length === 1 ? named[0] : undefined;
}

function nameOf(key: string): string {
  return key.split('/').at(-1) ?? key;
}

/** Returns how far a key is from the wanted one; an equal name under another author or language is nearest. */
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
