import { isUtf8 } from 'node:buffer';
import { INDEXED_BYTES } from '../search-document.ts';
import { hashSlots } from '../words/word-slots.ts';
import {
  BLOCK,
  countDocuments,
  countTerms,
  countWords,
  FIELD,
  MOST_DOCUMENTS,
  OCCURRENCES,
  type Segment,
} from './segment.ts';

/** Sections of one document: more would take more memory than a query may. */
const MOST_SECTIONS = 4 * INDEXED_BYTES;
/** Bytes of a term or word. */
const LONGEST_WORD = 1024;
/** Numbers between two turns for others. */
const STEP = 16_384;
/** Words between two turns for others. */
const WORDS_STEP = 4_096;

/**
 * Whether a segment that comes from outside can be used like one that was built here: every number in it leads to where
 * it should, every list ends, and what can be counted twice is the same both times. That no term stands there twice is
 * left to who makes their slots. Yields now and then.
 */
export function* isSoundSegment(segment: Segment): Generator<void, boolean> {
  const documents = countDocuments(segment);
  const { fileStarts, fileSections, termStarts, termBytes, wordStarts, wordBytes, wordTerms } = segment;
  const { postingStarts, postingDocuments, postingFrequencies, sectionStarts } = segment;
  const terms = countTerms(segment);
  const postings = postingDocuments.length;
  const haveTheirLengths =
    documents <= MOST_DOCUMENTS &&
    fileStarts.length === documents + 1 &&
    postingStarts.length === terms + 1 &&
    wordStarts.length === countWords(segment) + 1 &&
    postingFrequencies.length === postings &&
    sectionStarts.length === Math.ceil(postings / BLOCK);
  if (!haveTheirLengths) return false;
  return (
    (yield* areStarts(fileStarts, fileSections.length)) &&
    (yield* areStarts(postingStarts, postings)) &&
    (yield* areWords(termStarts, termBytes)) &&
    (yield* areWords(wordStarts, wordBytes)) &&
    (yield* hashSlots(wordBytes, wordStarts)) !== undefined &&
    wordTerms.every((term) => term < terms) &&
    (yield* arePostings(segment))
  );
}

/** Whether starts begin at 0, never go back, and end at `end`. */
function* areStarts(starts: Uint32Array, end: number): Generator<void, boolean> {
  if (starts[0] !== 0 || starts[starts.length - 1] !== end) return false;
  for (let i = 1; i < starts.length; i += 1) {
    if ((starts[i] as number) < (starts[i - 1] as number)) return false;
    if (i % STEP === STEP - 1) yield;
  }
  return true;
}

/** Whether these are words of valid text, none of them too long. */
function* areWords(starts: Uint32Array, bytes: Uint8Array): Generator<void, boolean> {
  if (!(yield* areStarts(starts, bytes.length))) return false;
  for (let from = 0; from < starts.length - 1; from += WORDS_STEP) {
    const to = Math.min(starts.length - 1, from + WORDS_STEP);
    // Of valid text cut before whole characters each piece is valid, too.
    if (!isUtf8(bytes.subarray(starts[from], starts[to]))) return false;
    for (let i = from; i < to; i += 1) {
      const start = starts[i] as number;
      const length = (starts[i + 1] as number) - start;
      const beginsInside = ((bytes[start] as number) & 0xc0) === 0x80;
      if (length === 0 || length > LONGEST_WORD || beginsInside) return false;
    }
    yield;
  }
  return true;
}

/** Whether every posting is of a document, in order, with sections that the document has, and lengths are theirs. */
function* arePostings(segment: Segment): Generator<void, boolean> {
  const { postingStarts, postingDocuments, postingFrequencies, lengths, sectionStarts, sections } = segment;
  const sectionCounts = countSections(segment);
  if (sectionCounts === undefined) return false;
  const squares = new Float64Array(lengths.length);
  let from = 0;
  for (let term = 0; term < countTerms(segment); term += 1) {
    const end = postingStarts[term + 1] as number;
    let before = -1;
    for (let i = postingStarts[term] as number; i < end; i += 1) {
      const document = postingDocuments[i] as number;
      if (document <= before || document >= lengths.length) return false;
      before = document;
      const frequency = postingFrequencies[i] as number;
      if (i % BLOCK === 0 && sectionStarts[i / BLOCK] !== from) return false;
      from = endOfSections(sections, from, frequency, sectionCounts[document] as number);
      if (frequency === 0 || from < 0) return false;
      squares[document] = (squares[document] as number) + Math.log1p(frequency & OCCURRENCES) ** 2;
      if (i % STEP === STEP - 1) yield;
    }
  }
  if (from !== sections.length) return false;
  // Sums in another order differ in their last digits.
  return squares.every((sum, i) => Math.abs(Math.sqrt(sum) * 1024 - (lengths[i] as number)) < 0.6);
}

/** Sections of each document; undefined where one has more than there can be. */
function countSections({ fileStarts, fileSections, lengths }: Segment): Uint32Array | undefined {
  const counts = new Uint32Array(lengths.length);
  for (let document = 0; document < counts.length; document += 1) {
    let sum = 0;
    const end = fileStarts[document + 1] as number;
    for (let file = fileStarts[document] as number; file < end; file += 1)
      sum += fileSections[file] as number;
    if (sum > MOST_SECTIONS) return undefined;
    counts[document] = sum;
  }
  return counts;
}

/**
 * Where the sections of the next posting begin; -1 where these can't be decoded, don't go up, aren't there, or are more than
 * the occurrences, symptoms aside.
 */
function endOfSections(sections: Uint8Array, from: number, frequency: number, most: number): number {
  let section = -1;
  let count = 0;
  let i = from;
  while (i < sections.length && sections[i] !== 0) {
    let difference = 0;
    let shift = 0;
    let byte: number;
    do {
      if (i === sections.length || shift > 21) return -1;
      byte = sections[i] as number;
      difference |= (byte & 127) << shift;
      shift += 7;
      i += 1;
    } while (byte > 127);
    section += difference;
    count += 1;
    // A number that ends with a byte of 0 would be the end of a posting to others.
    if (byte === 0 || section >= most) return -1;
  }
  if (i === sections.length) return -1;
  const occurrences = frequency & OCCURRENCES;
  const isSound =
    (frequency & FIELD.symptoms) !== 0
      ? count > 0
      : occurrences === OCCURRENCES || (count <= occurrences && count > 0 === occurrences > 0);
  return isSound ? i + 1 : -1;
}
