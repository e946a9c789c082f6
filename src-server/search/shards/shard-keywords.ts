import type { SearchResult } from '../../contract/api/api.ts';
import { BORDER, type KeywordFields, keywordQuery } from '../keywords/keyword-fields.ts';
import { keywordResults } from '../keywords/keyword-results.ts';
import { KEYWORD_LISTS, type KeywordLists, type Vocabulary } from './keyword-shard.ts';
import type { ShardDemand } from './shard-demand.ts';

export interface FoundNumber {
  readonly number: number;
  readonly score: number;
}

/** Numbers of all documents with all words, as `KeywordIndex.search` gives them. */
export function keywordNumbers(demand: ShardDemand, text: string): readonly FoundNumber[] {
  const query = keywordQuery(text);
  if (query.words.length === 0) return [];
  const vocabulary = demand.get('vocabulary', 0);
  if (vocabulary === undefined) return [];
  const found = query.words.map((word) => documentsWith(demand, vocabulary, word));
  const exact = documentsOf(demand, vocabulary, (keyword) => keyword === query.whole);
  const [first, ...others] = found.sort((a, b) => a.size - b.size);
  const common = [...(first?.keys() ?? [])].filter((number) => others.every((other) => other.has(number)));
  const { trustPlaces } = vocabulary;
  const sorted = common.sort((a, b) => (trustPlaces[a] as number) - (trustPlaces[b] as number) || a - b);
  const documents = sorted.map((number) => ({
    document: { key: String(number), name: '', language: '' },
    fields: toFields([...found, exact].map((matches) => matches.get(number))),
  }));
  return keywordResults(documents, query).map(({ key, _score: score }) => ({ number: Number(key), score }));
}

type FieldWords = { readonly [List in keyof KeywordLists]: Set<string> };

/** Short words match only beginnings, as in `keywordResults`. */
function documentsWith(demand: ShardDemand, vocabulary: Vocabulary, word: string): Map<number, FieldWords> {
  return documentsOf(demand, vocabulary, (keyword) =>
    word.length < 2 ? keyword.startsWith(word) : keyword.includes(word),
  );
}

function documentsOf(
  demand: ShardDemand,
  { keywords }: Vocabulary,
  matches: (keyword: string) => boolean,
): Map<number, FieldWords> {
  const documents = new Map<number, FieldWords>();
  for (const [place, keyword] of keywords.entries()) {
    if (!matches(keyword)) continue;
    const lists = demand.item('keywords', place);
    if (lists === undefined) continue;
    for (const list of KEYWORD_LISTS)
      for (const number of lists[list]) {
        const words = documents.get(number) ?? emptyFields();
        documents.set(number, words);
        words[list].add(keyword);
      }
  }
  return documents;
}

function emptyFields(): FieldWords {
  return { name: new Set(), tags: new Set(), summary: new Set(), wholeName: new Set(), wholeTags: new Set() };
}

/** Fields reduced to the words that match: other words have no effect on the score. */
function toFields(matches: readonly (FieldWords | undefined)[]): KeywordFields {
  const of = (list: keyof FieldWords): readonly string[] => [
    ...new Set(matches.flatMap((words) => [...(words?.[list] ?? [])])),
  ];
  const bordered = (words: readonly string[]): string => words.map((word) => word + BORDER).join('');
  const name = BORDER + bordered(of('name'));
  const throughTags = name + bordered(of('tags'));
  return {
    text: throughTags + bordered(of('summary')),
    nameEnd: name.length,
    tagsEnd: throughTags.length,
    wholeName: of('wholeName')[0] ?? '',
    wholeTags: of('wholeTags'),
  };
}

export function toSearchResult(
  { number, score }: FoundNumber,
  demand: ShardDemand,
): SearchResult | undefined {
  const found = demand.item('documents', number);
  return found && { key: found.key, name: found.name, language: found.language, _score: score };
}
