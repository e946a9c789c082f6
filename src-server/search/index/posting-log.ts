import { growableNumbers, SPARE_BYTES, spareBuffer } from '../words/growable-array.ts';
import type { FinishedTerms } from './document-terms.ts';
import { PackedReader, writePacked } from './packed-number.ts';
import { BLOCK, type Segment } from './segment.ts';

/** Enough for an edited skill. */
const FIRST_PIECES_BYTES = [64 * 1024, 512 * 1024];
/** Without sections: three packed numbers. */
const MOST_POSTING_BYTES = 15;
const STEP = 64;

type Postings = Pick<
  Segment,
  'postingStarts' | 'postingDocuments' | 'postingFrequencies' | 'sectionStarts' | 'sections'
>;

/**
 * In document order, about six bytes each: term, frequency, length of sections, sections. Pieces avoid copies
 * of a growing array.
 */
export class PostingLog {
  readonly #pieces: Uint8Array[] = [];
  #piece = new Uint8Array(0);
  #end = 0;
  readonly #documents: number[] = [];
  readonly #counts = growableNumbers();
  readonly #sectionBytes = growableNumbers();

  add({ terms, frequencies, sectionStarts, sectionBytes }: FinishedTerms): void {
    this.#makeRoom((terms.length + 1) * MOST_POSTING_BYTES + sectionBytes.length);
    const piece = this.#piece;
    let at = writePacked(piece, this.#end, terms.length);
    for (let i = 0; i < terms.length; i += 1) {
      const term = terms[i] as number;
      const from = sectionStarts[i] as number;
      const to = i + 1 < terms.length ? (sectionStarts[i + 1] as number) : sectionBytes.length;
      at = writePacked(piece, at, term);
      at = writePacked(piece, at, frequencies[i] as number);
      at = writePacked(piece, at, to - from);
      for (let byte = from; byte < to; byte += 1) piece[at++] = sectionBytes[byte] as number;
      // Plus the terminating 0.
      this.#count(term, to - from + 1);
    }
    this.#end = at;
    this.#documents[this.#pieces.length - 1] = (this.#documents[this.#pieces.length - 1] as number) + 1;
  }

  /** @param positions new number of each term */
  *invert(positions: Uint32Array): Generator<void, Postings> {
    const termCount = positions.length;
    const postingStarts = startsOf(this.#counts, positions);
    const sectionEnds = startsOf(this.#sectionBytes, positions);
    yield;
    const count = postingStarts[termCount] as number;
    const { postingDocuments, postingFrequencies, sectionStarts, sections } = emptyPostings(
      count,
      sectionEnds[termCount] as number,
    );
    const next = postingStarts.slice();
    let document = 0;
    for (const [number, piece] of this.#pieces.entries()) {
      const reader = new PackedReader(piece);
      for (const last = document + (this.#documents[number] as number); document < last; document += 1) {
        for (let left = reader.next(); left > 0; left -= 1) {
          const term = positions[reader.next()] as number;
          const place = next[term] as number;
          next[term] = place + 1;
          postingDocuments[place] = document;
          postingFrequencies[place] = reader.next();
          const from = sectionEnds[term] as number;
          if (place % BLOCK === 0) sectionStarts[place / BLOCK] = from;
          sectionEnds[term] = reader.copy(sections, from, reader.next()) + 1;
        }
        if (document % STEP === STEP - 1) yield;
      }
    }
    return { postingStarts, postingDocuments, postingFrequencies, sectionStarts, sections };
  }

  #makeRoom(bytes: number): void {
    if (this.#end + bytes <= this.#piece.length) return;
    const least = FIRST_PIECES_BYTES[this.#pieces.length] ?? SPARE_BYTES;
    this.#piece = new Uint8Array(Math.max(least, bytes));
    this.#pieces.push(this.#piece);
    this.#documents.push(0);
    this.#end = 0;
  }

  #count(term: number, sectionBytes: number): void {
    while (this.#counts.length <= term) {
      this.#counts.push(0);
      this.#sectionBytes.push(0);
    }
    const { array: counts } = this.#counts;
    counts[term] = (counts[term] as number) + 1;
    const { array: bytes } = this.#sectionBytes;
    bytes[term] = (bytes[term] as number) + sectionBytes;
  }
}

function emptyPostings(count: number, sectionBytes: number): Omit<Postings, 'postingStarts'> {
  const blocks = Math.ceil(count / BLOCK);
  const starts = blocks * Uint32Array.BYTES_PER_ELEMENT;
  const shorts = count * Uint16Array.BYTES_PER_ELEMENT;
  const buffer = spareBuffer(starts + 2 * shorts + sectionBytes);
  return {
    sectionStarts: new Uint32Array(buffer, 0, blocks),
    postingDocuments: new Uint16Array(buffer, starts, count),
    postingFrequencies: new Uint16Array(buffer, starts + shorts, count),
    sections: new Uint8Array(buffer, starts + 2 * shorts, sectionBytes),
  };
}

/** Prefix sums by `positions`; the total comes last. */
function startsOf(
  { array, length }: { readonly array: Uint32Array; readonly length: number },
  positions: Uint32Array,
): Uint32Array {
  const starts = new Uint32Array(positions.length + 1);
  for (let term = 0; term < length; term += 1)
    starts[(positions[term] as number) + 1] = array[term] as number;
  for (let i = 1; i < starts.length; i += 1) starts[i] = (starts[i] as number) + (starts[i - 1] as number);
  return starts;
}
