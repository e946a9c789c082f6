import { runToEnd } from '../../run-in-slices.ts';
import { nearForms } from '../find/near-terms.ts';
import type { FindIndex, FoundTerm, IndexView } from '../index/find-index.ts';
import { EMPTY_SEGMENT, type Segment } from '../index/segment.ts';
import { binaryOf, sortWords } from '../words/word-list.ts';
import { beginKey, lengthKey } from './form-shard.ts';
import type { ShardDemand } from './shard-demand.ts';

/** Terms near to words in no skill, with their numbers of documents, without postings. */
export class NearIndex implements FindIndex {
  readonly views: readonly IndexView[];
  readonly documentCount: number;
  readonly meanLength = 1;
  readonly #demand: ShardDemand;
  readonly #documents = new Map<string, number>();

  constructor(demand: ShardDemand, words: Iterable<string>) {
    this.#demand = demand;
    this.documentCount = demand.store.facts.lengths.length;
    const termOfWord = new Map<string, string>();
    for (const shard of new Set([...words].flatMap(nearKeys).map((key) => demand.find('forms', key)))) {
      for (const [term, documents] of shard?.terms ?? []) this.#documents.set(term, documents);
      for (const [word, { term, documents }] of shard?.words ?? []) {
        termOfWord.set(word, term);
        this.#documents.set(term, documents);
      }
    }
    const segment = segmentOf([...this.#documents.keys()], termOfWord);
    this.views = [{ segment, documents: [], traits: new Uint32Array(0) }];
  }

  lookUp(term: string): FoundTerm | undefined {
    const documents =
      this.#documents.get(term) ?? this.#demand.find('forms', beginKey(term))?.terms.get(term);
    return documents === undefined ? undefined : { postings: [], documents };
  }
}

function nearKeys(word: string): readonly string[] {
  const near = nearForms(word);
  if (near === undefined) return [];
  const lengths = Array.from({ length: near.longest - near.shortest + 1 }, (_, i) => near.shortest + i);
  return [
    beginKey(word),
    ...near.starts.flatMap((start) => lengths.map((length) => lengthKey(start, length))),
  ];
}

function segmentOf(terms: readonly string[], termOfWord: ReadonlyMap<string, string>): Segment {
  const numbers = numbered(terms);
  const sortedTerms = runToEnd(sortWords(numbers));
  const words = [...termOfWord];
  const sortedWords = runToEnd(sortWords(numbered(words.map(([word]) => word))));
  const wordTerms = new Uint32Array(words.length);
  for (const [i, [, term]] of words.entries()) {
    const number = numbers.get(binaryOf(term)) as number;
    wordTerms[sortedWords.positions[i] as number] = sortedTerms.positions[number] as number;
  }
  return {
    ...EMPTY_SEGMENT,
    termBytes: sortedTerms.bytes,
    termStarts: sortedTerms.starts,
    wordBytes: sortedWords.bytes,
    wordStarts: sortedWords.starts,
    wordTerms,
  };
}

const numbered = (words: readonly string[]): Map<string, number> =>
  new Map(words.map((word, i) => [binaryOf(word), i]));
