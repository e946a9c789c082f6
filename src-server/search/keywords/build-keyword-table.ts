import { sortInSteps } from '../../sort-in-steps.ts';
import type { SearchDocument } from '../search-document.ts';
import { growableNumbers } from '../words/growable-array.ts';
import { compareEquals } from './compare-equals.ts';
import { keywordFields } from './keyword-fields.ts';
import { KeywordTable, PLACE, PLACE_BITS } from './keyword-table.ts';
import { ResultHeads } from './result-heads.ts';
import { SubstringIndex } from './substring-index.ts';

/** Numbers between two turns for others. */
const STEP = 16_384;

/** Makes the table of some documents, each key once. Yields now and then. */
export function* buildKeywordTable(documents: Iterable<SearchDocument>): Generator<void, KeywordTable> {
  const sorted = yield* sortInSteps([...documents], compareEquals);
  const numbers = new Map<string, number>();
  const postingWords = growableNumbers();
  const byDocument = growableNumbers();
  for (const [number, document] of sorted.entries()) {
    for (const [word, places] of placesOfWords(document)) {
      const known = numbers.get(word);
      if (known === undefined) numbers.set(word, numbers.size);
      postingWords.push(known ?? numbers.size - 1);
      byDocument.push((number << PLACE_BITS) | places);
    }
    yield;
  }
  const starts = new Uint32Array(numbers.size + 1);
  for (let i = 0; i < postingWords.length; i += 1) {
    if (i % STEP === STEP - 1) yield;
    const next = (postingWords.array[i] as number) + 1;
    starts[next] = (starts[next] as number) + 1;
  }
  for (let i = 1; i < starts.length; i += 1) starts[i] = (starts[i] as number) + (starts[i - 1] as number);
  yield;
  const postings = new Uint32Array(byDocument.length);
  const next = starts.slice();
  for (let i = 0; i < postings.length; i += 1) {
    if (i % STEP === STEP - 1) yield;
    const word = postingWords.array[i] as number;
    postings[next[word] as number] = byDocument.array[i] as number;
    next[word] = (next[word] as number) + 1;
  }
  const words = yield* SubstringIndex.build([...numbers.keys()]);
  const heads = yield* ResultHeads.build(sorted);
  return new KeywordTable({ documents: sorted, heads, words, starts, postings });
}

/** Every word of a document, and where it stands. */
function placesOfWords(document: SearchDocument): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const add = (words: Iterable<string>, place: number): void => {
    for (const word of words) if (word !== '') places.set(word, (places.get(word) ?? 0) | place);
  };
  const { name, tags, summary, wholeName, wholeTags } = keywordFields(document);
  add(name, PLACE.name);
  add(tags, PLACE.tags);
  add(summary, PLACE.summary);
  add([wholeName], PLACE.wholeName);
  add(wholeTags, PLACE.wholeTag);
  return places;
}
