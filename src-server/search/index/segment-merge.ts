import { growableNumbers } from '../words/growable-array.ts';
import { PackedTable } from '../words/packed-table.ts';
import { hashSlots } from '../words/word-slots.ts';
import type { PackedWords } from '../words/word-table.ts';
import { BLOCK, countDocuments, countTerms, countWords, type Segment, startOfSections } from './segment.ts';

/** Terms between two turns for others, */
const STEP = 4096;
/** postings: one term can have as many as there are documents, */
const POSTINGS_STEP = 16_384;
/** and documents. */
const DOCUMENTS_STEP = 4096;

/** A segment, and by document whether to keep it. */
export interface MergeSource {
  readonly segment: Segment;
  readonly wanted: readonly boolean[];
}

/** New numbers of a source's documents and terms; -1 if dropped. */
interface SourceMap extends MergeSource {
  readonly documents: Int32Array;
  readonly terms: Int32Array;
}

/** Merges the wanted documents of several segments, in their order. Drops terms and words without a document. */
export function* mergeSegments(sources: readonly MergeSource[]): Generator<void, Segment> {
  const terms = new PackedTable(sources.map(({ segment }) => termsOf(segment)));
  const words = new PackedTable(sources.map(({ segment }) => wordsOf(segment)));
  const wordTerms = growableNumbers();
  const lengths = growableNumbers();
  const fileStarts = growableNumbers();
  const fileSections = growableNumbers();
  const maps: SourceMap[] = [];
  for (const source of sources) {
    const { segment } = source;
    const documents = yield* copyDocuments(source, lengths, fileStarts, fileSections);
    yield;
    const termNumbers = yield* wantedTerms(segment, documents, terms);
    const ownWords = wordsOf(segment);
    for (let word = 0; word < countWords(segment); word += 1) {
      if (word % STEP === STEP - 1) yield;
      const term = termNumbers[segment.wordTerms[word] as number] as number;
      if (term >= 0 && words.add(ownWords, word) === wordTerms.length) wordTerms.push(term);
    }
    maps.push({ ...source, documents, terms: termNumbers });
    yield;
  }
  fileStarts.push(fileSections.length);
  const packedTerms = terms.pack();
  yield;
  const packedWords = words.pack();
  yield;
  return {
    lengths: lengths.toArray(),
    fileStarts: fileStarts.toArray(),
    fileSections: fileSections.toArray(),
    termBytes: packedTerms.bytes,
    termStarts: packedTerms.starts,
    // Terms are distinct here.
    termSlots: (yield* hashSlots(packedTerms.bytes, packedTerms.starts)) as Uint32Array,
    termLetters: packedTerms.letters,
    wordBytes: packedWords.bytes,
    wordStarts: packedWords.starts,
    wordLetters: packedWords.letters,
    wordTerms: wordTerms.toArray(),
    ...(yield* mergePostings(maps, terms.size)),
  };
}

const termsOf = ({ termBytes, termStarts, termLetters }: Segment): PackedWords => ({
  bytes: termBytes,
  starts: termStarts,
  letters: termLetters,
});

const wordsOf = ({ wordBytes, wordStarts, wordLetters }: Segment): PackedWords => ({
  bytes: wordBytes,
  starts: wordStarts,
  letters: wordLetters,
});

type Growable = ReturnType<typeof growableNumbers>;

function* copyDocuments(
  { segment, wanted }: MergeSource,
  lengths: Growable,
  fileStarts: Growable,
  fileSections: Growable,
): Generator<void, Int32Array> {
  const numbers = new Int32Array(countDocuments(segment)).fill(-1);
  for (let document = 0; document < numbers.length; document += 1) {
    if (document % DOCUMENTS_STEP === DOCUMENTS_STEP - 1) yield;
    if (wanted[document] !== true) continue;
    numbers[document] = lengths.length;
    lengths.push(segment.lengths[document] as number);
    fileStarts.push(fileSections.length);
    fileSections.append(
      segment.fileSections.subarray(segment.fileStarts[document], segment.fileStarts[document + 1]),
    );
  }
  return numbers;
}

function* wantedTerms(
  segment: Segment,
  documents: Int32Array,
  terms: PackedTable,
): Generator<void, Int32Array> {
  const ownTerms = termsOf(segment);
  const numbers = new Int32Array(countTerms(segment)).fill(-1);
  for (let term = 0; term < numbers.length; term += 1) {
    if (term % STEP === STEP - 1) yield;
    const to = segment.postingStarts[term + 1] as number;
    for (let i = segment.postingStarts[term] as number; i < to; i += 1) {
      if (i % POSTINGS_STEP === POSTINGS_STEP - 1) yield;
      if ((documents[segment.postingDocuments[i] as number] as number) < 0) continue;
      numbers[term] = terms.add(ownTerms, term);
      break;
    }
  }
  return numbers;
}

type Postings = Pick<
  Segment,
  'postingStarts' | 'postingDocuments' | 'postingFrequencies' | 'sectionStarts' | 'sections'
>;

function* mergePostings(maps: readonly SourceMap[], termCount: number): Generator<void, Postings> {
  const postingStarts = new Uint32Array(termCount + 1);
  const sectionEnds = new Uint32Array(termCount + 1);
  for (const map of maps) {
    yield* forEachPosting(map, (term, _document, _posting, from, to) => {
      postingStarts[term + 1] = (postingStarts[term + 1] as number) + 1;
      sectionEnds[term + 1] = (sectionEnds[term + 1] as number) + to - from;
    });
  }
  for (let term = 1; term <= termCount; term += 1) {
    if (term % STEP === STEP - 1) yield;
    postingStarts[term] = (postingStarts[term] as number) + (postingStarts[term - 1] as number);
    sectionEnds[term] = (sectionEnds[term] as number) + (sectionEnds[term - 1] as number);
  }
  const count = postingStarts[termCount] as number;
  const postingDocuments = new Uint16Array(count);
  const postingFrequencies = new Uint16Array(count);
  const sectionStarts = new Uint32Array(Math.ceil(count / BLOCK));
  const sections = new Uint8Array(sectionEnds[termCount] as number);
  const next = postingStarts.slice();
  for (const map of maps) {
    const { segment } = map;
    yield* forEachPosting(map, (term, document, posting, from, to) => {
      const place = next[term] as number;
      next[term] = place + 1;
      postingDocuments[place] = document;
      postingFrequencies[place] = segment.postingFrequencies[posting] as number;
      let end = sectionEnds[term] as number;
      if (place % BLOCK === 0) sectionStarts[place / BLOCK] = end;
      // Copies byte by byte: a subarray costs more for so few.
      for (let i = from; i < to; i += 1) {
        sections[end] = segment.sections[i] as number;
        end += 1;
      }
      sectionEnds[term] = end;
    });
  }
  return { postingStarts, postingDocuments, postingFrequencies, sectionStarts, sections };
}

/** `from` to `to` are its sections with their terminating 0. */
type VisitPosting = (term: number, document: number, posting: number, from: number, to: number) => void;

function* forEachPosting(
  { segment, documents, terms }: SourceMap,
  visit: VisitPosting,
): Generator<void, void> {
  const { sections } = segment;
  for (let old = 0; old < terms.length; old += 1) {
    if (old % STEP === STEP - 1) yield;
    const term = terms[old] as number;
    if (term < 0) continue;
    const to = segment.postingStarts[old + 1] as number;
    const first = segment.postingStarts[old] as number;
    let from = first < to ? startOfSections(segment, first) : 0;
    for (let posting = first; posting < to; posting += 1) {
      if (posting % POSTINGS_STEP === POSTINGS_STEP - 1) yield;
      let end = from + 1;
      while (sections[end - 1] !== 0) end += 1;
      const document = documents[segment.postingDocuments[posting] as number] as number;
      if (document >= 0) visit(term, document, posting, from, end);
      from = end;
    }
  }
}
