import type { SearchDocument } from '../search-document.ts';
import { growableBytes, growableNumbers } from '../words/growable-array.ts';

const encoder = new TextEncoder();
/** Bytes that are copied at a time; behind the last head there are as many that mean nothing. */
const WORD = 4;

/** A result as JSON up to its score: all of it that is the same for every query. */
export function resultHead({ key, name, language }: SearchDocument): Uint8Array {
  return encoder.encode(`${JSON.stringify({ key, name, language }).slice(0, -1)},"_score":`);
}

/** The heads of numbered documents in one array, so that an answer of many results is made by copying. */
export class ResultHeads {
  readonly #starts: Uint32Array;
  readonly #view: DataView;

  private constructor(bytes: Uint8Array, starts: Uint32Array) {
    this.#starts = starts;
    this.#view = new DataView(bytes.buffer);
  }

  /** Yields after each document. */
  static *build(documents: Iterable<SearchDocument>): Generator<void, ResultHeads> {
    const bytes = growableBytes();
    const starts = growableNumbers();
    for (const document of documents) {
      starts.push(bytes.length);
      bytes.append(resultHead(document));
      yield;
    }
    starts.push(bytes.length);
    bytes.append(new Uint8Array(WORD));
    return new ResultHeads(bytes.toArray(), starts.toArray());
  }

  get bytes(): number {
    return this.#view.byteLength + this.#starts.byteLength;
  }

  lengthOf(number: number): number {
    return (this.#starts[number + 1] as number) - (this.#starts[number] as number);
  }

  /** Copies a head to `at` and returns where it ends there; up to three bytes behind that are written, too. */
  copy(number: number, to: DataView, at: number): number {
    const start = this.#starts[number] as number;
    const length = (this.#starts[number + 1] as number) - start;
    const from = this.#view;
    // Four bytes at a time: a call to copy so few would take longer than the copying.
    for (let i = 0; i < length; i += WORD) to.setUint32(at + i, from.getUint32(start + i));
    return at + length;
  }
}
