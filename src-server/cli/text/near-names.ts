import { EditDistance } from '../../search/words/edit-distance.ts';

const encoder = new TextEncoder();

/**
 * The names that are the fewest slips away from a word, one in four letters at most; empty where there are none. Only
 * letters and digits count, in any case.
 */
export function nearNames(word: string, names: readonly string[]): readonly string[] {
  const plain = (text: string) => encoder.encode(text.toLowerCase().replace(/[^a-z0-9]+/g, ''));
  const wanted = plain(word);
  const most = Math.max(1, Math.floor(wanted.length / 4));
  const edits = new EditDistance();
  const distances = names.map((name) => edits.between(plain(name), wanted, most));
  const nearest = Math.min(...distances);
  return nearest > most ? [] : names.filter((_, at) => distances[at] === nearest);
}
