import { compareText } from '../../contract/words/compare-text.ts';
import { EMPTY_SEGMENT, type Segment, startOfSections, termText } from '../index/segment.ts';
import { BORDER, keywordFields } from '../keywords/keyword-fields.ts';
import { authorOf } from '../names/skill-names.ts';
import type { SearchDocument } from '../search-document.ts';
import { binaryOf } from '../words/word-list.ts';
import { type CommonSections, writeDocumentShard, writeSectionShard } from './document-shard.ts';
import { type Form, formKeys, writeFormShard } from './form-shard.ts';
import type { IndexFacts } from './index-facts.ts';
import { type KeywordLists, writeKeywordShard, writeVocabulary } from './keyword-shard.ts';
import { authorKeyOf, type NumberedSkill, nameKeys, writeNameShard } from './name-shard.ts';
import { type ShardKind, shardOf } from './shard-kinds.ts';
import { type TermPostingList, writeTermShard } from './term-shard.ts';
import { writeFitting } from './write-fitting.ts';

type Shards = Readonly<Record<ShardKind, readonly Uint8Array[]>>;

/** Bytes of a shard before compression, on average. A question needs a few items of many shards. */
const TARGET: Readonly<Record<ShardKind, number>> = {
  terms: 2 * 1024,
  forms: 3 * 1024,
  names: 2 * 1024,
  documents: 4 * 1024,
  sections: 1024,
  vocabulary: Number.POSITIVE_INFINITY,
  keywords: 8 * 1024,
};

/** Of a kind: their digests are loaded before the first answer. */
const MOST_SHARDS = 16_384;

/** Sections of terms with more bytes are in the shards of their documents: few documents are evaluated. */
const MOST_TERM_SECTIONS = 6 * 1024;

/** In UTF-8 shorter than the longest word of readers. Ligatures of a name may stand for 18 letters each. */
const LONGEST_KEYWORD = 1_000;

/** @param documents sorted by key, of the segment */
export function writeShards(
  documents: readonly SearchDocument[],
  segment = EMPTY_SEGMENT,
): { readonly facts: Omit<IndexFacts, 'shards'>; readonly shards: Shards } {
  const { lists, common } = listTerms(segment);
  const written = documents.map((document, number) => ({
    ...document,
    sectionCounts: [...countsOf(segment, number)],
  }));
  const [documentShards, documentsPerShard] = consecutive('documents', written, writeDocumentShard);
  const commonSections = common.length === 0 ? [] : sectionsByDocument(common, documents.length);
  const [sections, sectionsPerShard] = consecutive('sections', commonSections, writeSectionShard);
  const { vocabulary, keywords } = listKeywords(documents);
  const [keywordShards, keywordsPerShard] = consecutive('keywords', keywords, writeKeywordShard);
  return {
    facts: {
      lengths: segment.lengths,
      languages: documents.map(({ language }) => language),
      keyLanguages: documents.map(({ key }) => key.split('/', 1)[0] ?? ''),
      haveSymptoms: documents.map(({ symptoms }) => symptoms.length > 0),
      commonTerms: common.length,
      perShard: { documents: documentsPerShard, sections: sectionsPerShard, keywords: keywordsPerShard },
    },
    shards: {
      terms: hashed(
        'terms',
        lists,
        ({ term }) => [term],
        writeTermShard,
        ({ documents }) => documents.length,
      ),
      forms: hashed(
        'forms',
        listForms(segment),
        ({ form }) => formKeys(form),
        writeFormShard,
        ({ documents }) => documents,
      ),
      names: writeNames(documents),
      documents: documentShards,
      sections,
      vocabulary: [writeVocabulary({ keywords: vocabulary, trustPlaces: trustPlaces(documents) })],
      keywords: keywordShards,
    },
  };
}

interface CommonTerm {
  readonly documents: Uint16Array;
  /** By posting. */
  readonly sections: readonly Uint8Array[];
}

function listTerms(segment: Segment): {
  readonly lists: readonly TermPostingList[];
  readonly common: readonly CommonTerm[];
} {
  const common: CommonTerm[] = [];
  const lists = Array.from({ length: segment.termStarts.length - 1 }, (_, number): TermPostingList => {
    const from = segment.postingStarts[number] as number;
    const to = segment.postingStarts[number + 1] as number;
    const documents = segment.postingDocuments.subarray(from, to);
    const frequencies = segment.postingFrequencies.subarray(from, to);
    const sections = sectionsBetween(segment, from, to);
    const list = { term: termText(segment, number), documents, frequencies };
    if (sections.length <= MOST_TERM_SECTIONS) return { ...list, sections, common: -1 };
    common.push({ documents, sections: split(sections) });
    return { ...list, sections: new Uint8Array(0), common: common.length - 1 };
  });
  return { lists, common };
}

function sectionsBetween(segment: Segment, from: number, to: number): Uint8Array {
  const isLast = to === segment.postingDocuments.length;
  const end = isLast ? segment.sections.length : startOfSections(segment, to);
  return segment.sections.subarray(startOfSections(segment, from), end);
}

/** After each 0. */
function split(sections: Uint8Array): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let start = 0; start < sections.length; ) {
    const end = sections.indexOf(0, start) + 1;
    pieces.push(sections.subarray(start, end));
    start = end;
  }
  return pieces;
}

function sectionsByDocument(common: readonly CommonTerm[], count: number): readonly CommonSections[] {
  const byDocument = Array.from({ length: count }, () => new Map<number, Uint8Array>());
  for (const [term, { documents, sections }] of common.entries())
    for (const [i, number] of documents.entries()) byDocument[number]?.set(term, sections[i] as Uint8Array);
  return byDocument;
}

function listForms(segment: Segment): readonly Form[] {
  const documentsOf = (term: number): number =>
    (segment.postingStarts[term + 1] as number) - (segment.postingStarts[term] as number);
  const terms = Array.from({ length: segment.termStarts.length - 1 }, (_, term) => ({
    form: termText(segment, term),
    documents: documentsOf(term),
  }));
  const { wordBytes: termBytes, wordStarts: termStarts } = segment;
  const words = Array.from(segment.wordTerms, (term, word) => ({
    form: termText({ ...segment, termBytes, termStarts }, word),
    term: terms[term]?.form as string,
    documents: documentsOf(term),
  }));
  return [...terms, ...words];
}

function countsOf({ fileStarts, fileSections }: Segment, number: number): Uint32Array {
  return fileSections.subarray(fileStarts[number], fileStarts[number + 1]);
}

function writeNames(documents: readonly SearchDocument[]): readonly Uint8Array[] {
  const skills = documents.map(({ key, name, packages }, number) => ({ number, key, name, packages }));
  const bytes = skills.reduce((sum, skill) => sum + nameKeys(skill).length * (skill.key.length + 8), 0);
  const count = shardCount('names', bytes);
  const skillsOf = distributed(skills, nameKeys, count);
  const authorsOf = distributed(skills, (skill) => [authorKeyOf(skill)], count);
  return skillsOf.map((own, i) => {
    const authors = (authorsOf[i] as readonly NumberedSkill[]).map(({ key }) => authorOf(key));
    return writeNameShard({ skills: own, authors: new Set(authors) });
  });
}

function listKeywords(documents: readonly SearchDocument[]): {
  readonly vocabulary: readonly string[];
  readonly keywords: readonly KeywordLists[];
} {
  const lists = new Map<string, { [List in keyof KeywordLists]: number[] }>();
  const add = (list: keyof KeywordLists, keyword: string, number: number): void => {
    if (keyword === '' || keyword.length > LONGEST_KEYWORD) return;
    const known = lists.get(keyword) ?? { name: [], tags: [], summary: [], wholeName: [], wholeTags: [] };
    lists.set(keyword, known);
    if (known[list].at(-1) !== number) known[list].push(number);
  };
  for (const [number, document] of documents.entries()) {
    const { text, nameEnd, tagsEnd, wholeName, wholeTags } = keywordFields(document);
    const fields = {
      name: text.slice(0, nameEnd),
      tags: text.slice(nameEnd, tagsEnd),
      summary: text.slice(tagsEnd),
    };
    for (const field of ['name', 'tags', 'summary'] as const)
      for (const word of fields[field].split(BORDER)) add(field, word, number);
    add('wholeName', wholeName, number);
    for (const tag of wholeTags) add('wholeTags', tag, number);
  }
  const vocabulary = inByteOrder([...lists.keys()]);
  return { vocabulary, keywords: vocabulary.map((keyword) => lists.get(keyword) as KeywordLists) };
}

function trustPlaces(documents: readonly SearchDocument[]): readonly number[] {
  const scores = [...new Set(documents.map(({ trustScore }) => trustScore))].sort((a, b) => b - a);
  const places = new Map(scores.map((score, place) => [score, place]));
  return documents.map(({ trustScore }) => places.get(trustScore) as number);
}

/** In shards by hash; an item with several keys may be in several shards. The rarest are left out of a full shard. */
function hashed<T>(
  kind: ShardKind,
  items: readonly T[],
  keysOf: (item: T) => readonly string[],
  write: (items: readonly T[]) => Uint8Array,
  documentsOf: (item: T) => number,
): readonly Uint8Array[] {
  const { length: whole } = write(items);
  const copies = items[0] === undefined ? 1 : keysOf(items[0]).length;
  const count = shardCount(kind, copies * whole);
  return distributed(items, keysOf, count).map((own) => writeFitting(own, write, documentsOf));
}

function distributed<T>(
  items: readonly T[],
  keysOf: (item: T) => readonly string[],
  count: number,
): readonly (readonly T[])[] {
  const shards = Array.from({ length: count }, (): T[] => []);
  for (const item of items)
    for (const shard of new Set(keysOf(item).map((key) => shardOf(key, count)))) shards[shard]?.push(item);
  return shards;
}

const shardCount = (kind: ShardKind, bytes: number): number =>
  Math.min(MOST_SHARDS, Math.max(1, Math.ceil(bytes / TARGET[kind])));

/** In shards of equal numbers of consecutive items. */
function consecutive<T>(
  kind: ShardKind,
  items: readonly T[],
  write: (items: readonly T[]) => Uint8Array,
): readonly [shards: readonly Uint8Array[], perShard: number] {
  if (items.length === 0) return [[], 1];
  const { length: whole } = write(items);
  const perShard = Math.ceil(items.length / shardCount(kind, whole));
  const shards: Uint8Array[] = [];
  for (let from = 0; from < items.length; from += perShard)
    shards.push(write(items.slice(from, from + perShard)));
  return [shards, perShard];
}

function inByteOrder(words: readonly string[]): readonly string[] {
  const keyed = words.map((word) => ({ word, key: binaryOf(word) }));
  return keyed.sort((a, b) => compareText(a.key, b.key)).map(({ word }) => word);
}
