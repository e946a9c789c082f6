import { findWord, type WordList } from '../words/word-list.ts';

/** Immutable inverted index, counts only: document frequencies and mean length span segments. */
export interface Segment {
  /** By document: 1,024 · Euclidean length of sublinear term frequencies (find-weights.ts). */
  readonly lengths: Uint32Array;
  /** By document: offset in `fileSections`; one extra. */
  readonly fileStarts: Uint32Array;
  /** By file: number of sections. Last come the symptoms, each a section. */
  readonly fileSections: Uint32Array;
  readonly termBytes: Uint8Array;
  readonly termStarts: Uint32Array;
  readonly wordBytes: Uint8Array;
  readonly wordStarts: Uint32Array;
  readonly wordTerms: Uint32Array;
  /** By term: offset of its postings; one extra. */
  readonly postingStarts: Uint32Array;
  /** By posting: document number, ascending within a term. */
  readonly postingDocuments: Uint16Array;
  /** By posting: term frequency (nine bits) and `FIELD` bits. */
  readonly postingFrequencies: Uint16Array;
  /** By `BLOCK` postings: offset in `sections`. */
  readonly sectionStarts: Uint32Array;
  /**
   * By posting, 0-terminated: section numbers across files, as packed differences (packed-number.ts) from -1.
   */
  readonly sections: Uint8Array;
}

export const SEGMENT_ARRAYS = {
  lengths: Uint32Array,
  fileStarts: Uint32Array,
  fileSections: Uint32Array,
  termBytes: Uint8Array,
  termStarts: Uint32Array,
  wordBytes: Uint8Array,
  wordStarts: Uint32Array,
  wordTerms: Uint32Array,
  postingStarts: Uint32Array,
  postingDocuments: Uint16Array,
  postingFrequencies: Uint16Array,
  sectionStarts: Uint32Array,
  sections: Uint8Array,
} as const satisfies Record<keyof Segment, unknown>;

/** Arrays of offsets have one number more than items. */
export const EMPTY_SEGMENT: Segment = {
  lengths: new Uint32Array(0),
  fileStarts: new Uint32Array(1),
  fileSections: new Uint32Array(0),
  termBytes: new Uint8Array(0),
  termStarts: new Uint32Array(1),
  wordBytes: new Uint8Array(0),
  wordStarts: new Uint32Array(1),
  wordTerms: new Uint32Array(0),
  postingStarts: new Uint32Array(1),
  postingDocuments: new Uint16Array(0),
  postingFrequencies: new Uint16Array(0),
  sectionStarts: new Uint32Array(0),
  sections: new Uint8Array(0),
};

/** Integer lengths: sums don't depend on order. */
export const LENGTH_UNIT = 1024;

export const MOST_DOCUMENTS = 65_536;

/** An offset per posting would exceed the sections' memory. */
export const BLOCK = 8;

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

/** Apply to each section. */
export const METADATA = FIELD.name | FIELD.tags | FIELD.language | FIELD.summary | FIELD.author;

const decoder = new TextDecoder();

export function termsOf({ termBytes, termStarts }: Segment): WordList {
  return { bytes: termBytes, starts: termStarts };
}

export function termNumber(segment: Segment, term: string): number {
  return findWord(termsOf(segment), term);
}

export function termText(segment: Segment, number: number): string {
  return decoder.decode(
    segment.termBytes.subarray(segment.termStarts[number], segment.termStarts[number + 1]),
  );
}

export const countDocuments = (segment: Segment): number => segment.lengths.length;
export const countTerms = (segment: Segment): number => segment.termStarts.length - 1;
export const countWords = (segment: Segment): number => segment.wordTerms.length;

export function segmentBytes(segment: Segment): number {
  return Object.values(segment).reduce(
    (sum: number, array: Segment[keyof Segment]) => sum + array.byteLength,
    0,
  );
}

/** Packed numbers contain no byte 0. Ends at the last byte of a damaged segment. */
export function startOfSections(
  { sectionStarts, sections }: Pick<Segment, 'sectionStarts' | 'sections'>,
  posting: number,
): number {
  let at = sectionStarts[Math.floor(posting / BLOCK)] as number;
  for (let before = posting % BLOCK; before > 0 && at < sections.length; at += 1)
    if (sections[at] === 0) before -= 1;
  return at;
}

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
