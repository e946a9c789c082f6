import { growableNumbers, growableShorts, spareNumbers } from '../words/growable-array.ts';
import { packedLength, writePacked } from './packed-number.ts';
import { OCCURRENCES } from './segment.ts';

/** Of a document. Reusable. */
export class DocumentTerms {
  /** By term: position below plus 1; 0 if absent. */
  #places = new Uint32Array(4096);
  readonly #terms = growableNumbers();
  readonly #counts = growableNumbers();
  readonly #fields = growableShorts();
  readonly #lastSections = growableNumbers();
  readonly #pairPlaces = growableNumbers();
  readonly #pairSections = growableNumbers();
  #section = 0;

  get section(): number {
    return this.#section;
  }

  endSection(): void {
    this.#section += 1;
  }

  addField(term: number, field: number): void {
    // `#place` may replace the array.
    const place = this.#place(term);
    const fields = this.#fields.array;
    fields[place] = (fields[place] as number) | field;
  }

  addOccurrence(term: number): void {
    const place = this.#place(term);
    const counts = this.#counts.array;
    counts[place] = (counts[place] as number) + 1;
    this.#addSection(place);
  }

  addFieldInSection(term: number, field: number): void {
    this.addField(term, field);
    this.#addSection(this.#place(term));
  }

  #addSection(place: number): void {
    const lastSections = this.#lastSections.array;
    if (lastSections[place] === this.#section + 1) return;
    lastSections[place] = this.#section + 1;
    this.#pairPlaces.push(place);
    this.#pairSections.push(this.#section);
  }

  /** Valid until the next occurrence. Resets. */
  finish(): FinishedTerms {
    const length = this.#terms.length;
    const pairs = this.#pairPlaces.length;
    const pairPlaces = this.#pairPlaces.array;
    const pairSections = this.#pairSections.array;
    const before = this.#lastSections.array.fill(0, 0, length);
    const ends = new Uint32Array(length + 1);
    for (let i = 0; i < pairs; i += 1) {
      const place = pairPlaces[i] as number;
      const section = (pairSections[i] as number) + 1;
      ends[place + 1] = (ends[place + 1] as number) + packedLength(section - (before[place] as number));
      before[place] = section;
    }
    for (let place = 1; place <= length; place += 1) {
      ends[place] = (ends[place] as number) + (ends[place - 1] as number);
    }
    const sectionStarts = ends.slice(0, length);
    const sectionBytes = new Uint8Array(ends[length] as number);
    before.fill(0, 0, length);
    for (let i = 0; i < pairs; i += 1) {
      const place = pairPlaces[i] as number;
      const section = (pairSections[i] as number) + 1;
      ends[place] = writePacked(sectionBytes, ends[place] as number, section - (before[place] as number));
      before[place] = section;
    }
    return this.#reset(sectionStarts, sectionBytes);
  }

  #reset(sectionStarts: Uint32Array, sectionBytes: Uint8Array): FinishedTerms {
    const length = this.#terms.length;
    const terms = this.#terms.array.subarray(0, length);
    const frequencies = new Uint16Array(length);
    for (let place = 0; place < length; place += 1) {
      const count = Math.min(this.#counts.array[place] as number, OCCURRENCES);
      frequencies[place] = count | (this.#fields.array[place] as number);
      this.#places[terms[place] as number] = 0;
    }
    for (const list of [this.#terms, this.#counts, this.#fields, this.#lastSections]) list.length = 0;
    this.#pairPlaces.length = 0;
    this.#pairSections.length = 0;
    this.#section = 0;
    return { terms, frequencies, sectionStarts, sectionBytes };
  }

  #place(term: number): number {
    if (term >= this.#places.length) {
      const bigger = spareNumbers(Math.max(this.#places.length * 2, term + 1));
      bigger.set(this.#places);
      this.#places = bigger;
    }
    const known = this.#places[term] as number;
    if (known > 0) return known - 1;
    this.#terms.push(term);
    this.#counts.push(0);
    this.#fields.push(0);
    this.#lastSections.push(0);
    this.#places[term] = this.#terms.length;
    return this.#terms.length - 1;
  }
}

/** By position, encoded as in `Segment`. */
export interface FinishedTerms {
  readonly terms: Uint32Array;
  readonly frequencies: Uint16Array;
  readonly sectionStarts: Uint32Array;
  readonly sectionBytes: Uint8Array;
}
