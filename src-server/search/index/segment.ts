import { hashByte, hashStart } from '../words/word-slots.ts';

/**
 * A part of the find index: an inverted index over some documents, in typed arrays, never changed once it is built. What
 * ranking needs of other documents (how many there are, how many have a word) is put in at query time, so a segment
 * stays valid whatever comes and goes around it.
 */
export interface Segment {
  /** By document: 1,024 times the Euclidean length of its sublinear term frequencies (see find-weights.ts). */
  readonly lengths: Uint32Array;
  /** By document: where its files begin in `fileSections`; one more at the end. */
  readonly fileStarts: Uint32Array;
  /** By file: how many sections it has. Symptoms are as a file of a document that has any, the last, each a section. */
  readonly fileSections: Uint32Array;
  /** The terms, each with a number: their UTF-8 bytes one after the other, and where each begins; one more at the end. */
  readonly termBytes: Uint8Array;
  readonly termStarts: Uint32Array;
  /** Hash table over the terms (see `WordSlots` in word-slots.ts): slots with the number of a term plus 1 or 0, then the seed. */
  readonly termSlots: Uint32Array;
  /** By term: which letters it has (see `lettersOf` in word-table.ts). */
  readonly termLetters: Uint32Array;
  /** Words as they are written where that isn't how their term is, in the same form. */
  readonly wordBytes: Uint8Array;
  readonly wordStarts: Uint32Array;
  readonly wordLetters: Uint32Array;
  /** By word: the number of its term. */
  readonly wordTerms: Uint32Array;
  /** By term: where its postings begin; one more at the end. */
  readonly postingStarts: Uint32Array;
  /** By posting: its document; ascending within a term. */
  readonly postingDocuments: Uint16Array;
  /** By posting: occurrences in the texts (lowest nine bits, at most 511) and `FIELD` bits. */
  readonly postingFrequencies: Uint16Array;
  /** By block of `BLOCK` postings: where the sections of its first begin in `sections` (see `startOfSections`). */
  readonly sectionStarts: Uint32Array;
  /**
   * By posting, a 0 behind each: the sections of its document that have the term, numbered through all its files, as
   * differences to the one before (the first to -1), seven bits a byte, lowest first, the eighth bit set where more follow.
   */
  readonly sections: Uint8Array;
}

/** Documents are numbered in 16 bits. */
export const MOST_DOCUMENTS = 65_536;

/** Postings whose sections are found by going through them: where each begins would take more than what they say. */
export const BLOCK = 8;

/** Where beside running text a term stands in a document. */
export const FIELD = {
  symptoms: 1 << 9,
  name: 1 << 10,
  tags: 1 << 11,
  language: 1 << 12,
  summary: 1 << 13,
  author: 1 << 14,
  heading: 1 << 15,
} as const;

export const OCCURRENCES = (1 << 9) - 1;

/** Fields that belong to the whole document, and so to each of its sections. */
export const METADATA = FIELD.name | FIELD.tags | FIELD.language | FIELD.summary | FIELD.author;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Number of a term, or -1 where no document of the segment has it. */
export function termNumber(segment: Segment, term: string): number {
  const { termBytes, termStarts, termSlots } = segment;
  const wanted = binaryOf(term);
  const mask = termSlots.length - 2;
  for (let slot = hashBinary(wanted, termSlots[mask + 1] as number) & mask; ; slot = (slot + 1) & mask) {
    const number = (termSlots[slot] as number) - 1;
    if (number < 0) return -1;
    const start = termStarts[number] as number;
    if (
      (termStarts[number + 1] as number) - start === wanted.length &&
      equalsBinary(termBytes, start, wanted)
    ) {
      return number;
    }
  }
}

const NOT_ASCII = /[^\0-\x7f]/;

/** A string with a character for each of the UTF-8 bytes: nearly all terms are that already, and encoding takes longer. */
function binaryOf(term: string): string {
  return NOT_ASCII.test(term) ? String.fromCharCode(...encoder.encode(term)) : term;
}

/** The hash of a word in such a string. */
function hashBinary(binary: string, seed: number): number {
  let hash = hashStart(seed);
  for (let i = 0; i < binary.length; i += 1) hash = hashByte(hash, binary.charCodeAt(i));
  return hash;
}

function equalsBinary(bytes: Uint8Array, start: number, binary: string): boolean {
  for (let i = 0; i < binary.length; i += 1) if (bytes[start + i] !== binary.charCodeAt(i)) return false;
  return true;
}

export function termText(segment: Segment, number: number): string {
  return decoder.decode(
    segment.termBytes.subarray(segment.termStarts[number], segment.termStarts[number + 1]),
  );
}

export const countDocuments = (segment: Segment): number => segment.lengths.length;
export const countTerms = (segment: Segment): number => segment.termStarts.length - 1;
export const countWords = (segment: Segment): number => segment.wordTerms.length;

/** Bytes that a segment takes. */
export function segmentBytes(segment: Segment): number {
  return Object.values(segment).reduce(
    (sum: number, array: Segment[keyof Segment]) => sum + array.byteLength,
    0,
  );
}

/** Where the sections of a posting begin in `sections`. No number has a byte of 0, so they end with the next one. */
export function startOfSections(
  { sectionStarts, sections }: Pick<Segment, 'sectionStarts' | 'sections'>,
  posting: number,
): number {
  let at = sectionStarts[Math.floor(posting / BLOCK)] as number;
  for (let before = posting % BLOCK; before > 0; at += 1) if (sections[at] === 0) before -= 1;
  return at;
}

/** The posting of a document among a term's, or -1. */
export function findPosting(segment: Segment, from: number, to: number, document: number): number {
  const { postingDocuments } = segment;
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((postingDocuments[middle] as number) < document) low = middle + 1;
    else high = middle;
  }
  return low < to && postingDocuments[low] === document ? low : -1;
}
