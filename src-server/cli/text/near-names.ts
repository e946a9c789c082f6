import { EditDistance } from '../../search/words/edit-distance.ts';

/** Fewest edits, at most 1 per 4 letters (at least 1). Ignores case and punctuation. */
export function nearNames(word: string, names: readonly string[]): readonly string[] {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '');
  const wanted = plain(word);
  const most = Math.max(1, Math.floor(wanted.length / 4));
  const edits = new EditDistance();
  const distances = names.map((name) => edits.between(plain(name), wanted, most));
  const nearest = Math.min(...distances);
  return nearest > most ? [] : names.filter((_, at) => distances[at] === nearest);
}
