/**
 * Packs what is counted in a skill: its terms as records of bytes, written one after the other and read by term, a third of what
 * numbers of fixed width take; other numbers in as few bytes each as the largest takes.
 */
import { ENTRY_FIELD, type NarrowNumbers, OCCURRENCES, type SkillTerms } from './skill-terms.ts';

/** Terms of a block: a binary search ends at a block, and its records are read one after the other. */
const BLOCK_TERMS = 16;

/**
 * A record is the step from the term before (0 for the first of a block), the number of bytes that follow, the frequency,
 * the number of passages, the step to each of them, and for each entry a byte, which says how many rows it is from the one
 * before and how often it has the term. All numbers are written seven bits a byte, the lower ones first: most take one.
 */
export type TermRecords = Pick<SkillTerms, 'termCount' | 'blockTerms' | 'blockStarts' | 'records'>;

/** What the lower two bits of an entry's byte say of its counts. The others are the step, `FAR` for a larger one, which follows. */
const COUNTS = { onceInProse: 0, onceInCode: 1, inProseOrCode: 2, any: 3 } as const;
const FAR = 63;

/** The bits of a frequency whose fields are seldom stand above the number of occurrences, and a heading's below. */
const packFrequency = (frequency: number): number =>
  (frequency >>> 15) | ((frequency & OCCURRENCES) << 1) | (((frequency >>> 9) & 0x3f) << 10);
const unpackFrequency = (packed: number): number =>
  ((packed >>> 1) & OCCURRENCES) | ((packed & 1) << 15) | ((packed >>> 10) << 9);

const { title: TITLE, prose: PROSE, code: CODE } = ENTRY_FIELD;

/** Writes the records of one skill after the other. */
export class RecordWriter {
  #bytes = new Uint8Array(1 << 14);
  #end = 0;
  #blockTerms: number[] = [];
  #blockStarts: number[] = [];
  #count = 0;
  #term = 0;
  /** Where the size of the record stands. */
  #size = 0;
  #passage = 0;
  #row = 0;

  /** @param term greater than the one before */
  begin(term: number, frequency: number, passages: number): void {
    this.#beginRecord(term);
    this.#write(packFrequency(frequency));
    this.#write(passages);
    this.#passage = 0;
    this.#row = 0;
  }

  /** @param passage greater than the one before */
  addPassage(passage: number): void {
    this.#write(passage - this.#passage);
    this.#passage = passage;
  }

  /**
   * Behind all passages.
   *
   * @param row greater than the one before
   * @param counts with the fields of `ENTRY_FIELD`
   */
  addEntry(row: number, counts: number): void {
    const step = row - this.#row;
    this.#row = row;
    const inProse = (counts >>> PROSE.shift) & PROSE.most;
    const inCode = (counts >>> CODE.shift) & CODE.most;
    const isOfOne = (counts & TITLE.most) === 0 && (inProse === 0 || inCode === 0);
    const kind = !isOfOne
      ? COUNTS.any
      : inProse + inCode > 1
        ? COUNTS.inProseOrCode
        : inProse === 1
          ? COUNTS.onceInProse
          : COUNTS.onceInCode;
    this.#write((Math.min(step, FAR) << 2) | kind, true);
    if (step >= FAR) this.#write(step - FAR);
    if (kind === COUNTS.inProseOrCode) this.#write((Math.max(inProse, inCode) << 1) | (inCode > 0 ? 1 : 0));
    if (kind === COUNTS.any) {
      this.#write((counts & TITLE.most) | (inProse << PROSE.shift));
      this.#write(inCode);
    }
  }

  end(): void {
    const start = this.#size + 1;
    const size = this.#end - start;
    if (size > 0x7f) {
      this.#makeRoom(4);
      let further = 0;
      for (let rest = size >>> 7; rest > 0; rest >>>= 7) further += 1;
      this.#bytes.copyWithin(start + further, start, this.#end);
      this.#end = this.#size;
      this.#write(size);
      this.#end += size;
    } else this.#bytes[this.#size] = size;
  }

  /** Adds a record as it was read. */
  copy(term: number, { records }: TermRecords, start: number, end: number): void {
    this.#beginRecord(term);
    this.#makeRoom(end - start);
    this.#bytes.set(records.subarray(start, end), this.#end);
    this.#end += end - start;
    this.end();
  }

  /** Returns what was written, and starts the next skill. */
  finish(): TermRecords {
    const written = {
      termCount: this.#count,
      blockTerms: Uint32Array.from(this.#blockTerms),
      blockStarts: narrowed(this.#blockStarts),
      records: this.#bytes.slice(0, this.#end),
    };
    this.#end = 0;
    this.#count = 0;
    this.#blockTerms = [];
    this.#blockStarts = [];
    return written;
  }

  #beginRecord(term: number): void {
    if (this.#count % BLOCK_TERMS === 0) {
      this.#blockTerms.push(term);
      this.#blockStarts.push(this.#end);
      this.#term = term;
    }
    this.#count += 1;
    this.#write(term - this.#term);
    this.#term = term;
    this.#size = this.#end;
    this.#write(0);
  }

  /** @param isByte for a number of eight bits that takes one byte */
  #write(number: number, isByte = false): void {
    if (this.#end + 5 > this.#bytes.length) this.#makeRoom(5);
    let rest = number;
    for (; rest > 0x7f && !isByte; rest >>>= 7) {
      this.#bytes[this.#end] = rest | 0x80;
      this.#end += 1;
    }
    this.#bytes[this.#end] = rest;
    this.#end += 1;
  }

  #makeRoom(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return;
    const larger = new Uint8Array(2 * (this.#end + bytes));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** Reads records of a skill: the first by `find` or `first`, what follows by `next`. */
export class RecordReader {
  term = 0;
  frequency = 0;
  /** Of the entry that was read last: its row, and how often it has the term, with the fields of `ENTRY_FIELD`. */
  row = 0;
  counts = 0;
  #skill: TermRecords = NO_RECORDS;
  #bytes = NO_RECORDS.records;
  #at = 0;
  #number = 0;
  #start = 0;
  #end = 0;

  /** Where the record begins and ends, behind its size: see `RecordWriter.copy`. */
  get start(): number {
    return this.#start;
  }

  get end(): number {
    return this.#end;
  }

  /** Returns whether the skill has the term, and reads its frequency. */
  find(skill: TermRecords, term: number): boolean {
    const { blockTerms, blockStarts, records } = skill;
    let low = 0;
    let high = blockTerms.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((blockTerms[middle] as number) <= term) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return false;
    const end = low < blockStarts.length ? (blockStarts[low] as number) : records.length;
    this.#bytes = records;
    this.#at = blockStarts[low - 1] as number;
    let found = blockTerms[low - 1] as number;
    while (this.#at < end) {
      found += this.#read();
      const size = this.#read();
      if (found >= term) {
        this.#end = this.#at + size;
        this.term = found;
        if (found === term) this.frequency = unpackFrequency(this.#read());
        return found === term;
      }
      this.#at += size;
    }
    return false;
  }

  /** Begins with the first record of a skill. `next` has to follow. */
  begin(skill: TermRecords): void {
    this.#skill = skill;
    this.#bytes = skill.records;
    this.#number = 0;
    this.#end = 0;
  }

  /** Reads the next record since `begin`. False behind the last one. */
  next(): boolean {
    const { blockTerms, termCount } = this.#skill;
    if (this.#number === termCount) return false;
    this.#at = this.#end;
    const step = this.#read();
    const isFirst = this.#number % BLOCK_TERMS === 0;
    this.term = isFirst ? (blockTerms[this.#number / BLOCK_TERMS] as number) : this.term + step;
    const size = this.#read();
    this.#start = this.#at;
    this.#end = this.#at + size;
    this.frequency = unpackFrequency(this.#read());
    this.#number += 1;
    return true;
  }

  /** Reads how many passages the record has, which `readPassage` then gives. Once, and before any entry. */
  readPassageCount(): number {
    return this.#read();
  }

  /** @param before the passage that was read last; 0 for the first one */
  readPassage(before: number): number {
    return before + this.#read();
  }

  /** Begins with the entries of the record. `nextEntry` has to follow. */
  skipPassages(): void {
    for (let left = this.#read(); left > 0; left -= 1) this.#read();
    this.row = 0;
  }

  /** Reads the next entry into `row` and `counts`. False behind the last one. */
  nextEntry(): boolean {
    if (this.#at >= this.#end) return false;
    const byte = this.#bytes[this.#at] as number;
    this.#at += 1;
    const step = byte >>> 2;
    this.row += step === FAR ? FAR + this.#read() : step;
    this.counts = this.#readCounts(byte & 3);
    return true;
  }

  #readCounts(kind: number): number {
    if (kind === COUNTS.onceInProse) return 1 << PROSE.shift;
    if (kind === COUNTS.onceInCode) return 1 << CODE.shift;
    const first = this.#read();
    if (kind === COUNTS.any) return first | (this.#read() << CODE.shift);
    return (first >>> 1) << ((first & 1) === 1 ? CODE.shift : PROSE.shift);
  }

  #read(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.#at] as number;
    this.#at += 1;
    if (byte < 0x80) return byte;
    let number = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[this.#at] as number;
      this.#at += 1;
      number |= (byte & 0x7f) << shift;
    }
    return number;
  }
}

export const NO_RECORDS: TermRecords = {
  termCount: 0,
  blockTerms: new Uint32Array(0),
  blockStarts: new Uint8Array(0),
  records: new Uint8Array(0),
};

const reader = new RecordReader();

/** How often a skill has a term, with the bits of `FIELD`; 0 if it has not. */
export function frequencyIn(skill: TermRecords, term: number): number {
  return reader.find(skill, term) ? reader.frequency : 0;
}

/** @param counts how often an entry has a term, with the fields of `ENTRY_FIELD` */
export function countIn(field: keyof typeof ENTRY_FIELD, counts: number): number {
  const { shift, most } = ENTRY_FIELD[field];
  return (counts >>> shift) & most;
}

/** Makes an array with room for numbers up to `largest`. */
export function narrowNumbers(length: number, largest: number): NarrowNumbers {
  if (largest <= 0xff) return new Uint8Array(length);
  return largest <= 0xffff ? new Uint16Array(length) : new Uint32Array(length);
}

/** Copies numbers into as few bytes as the largest takes. */
export function narrowed(numbers: ArrayLike<number>): NarrowNumbers {
  let largest = 0;
  for (let i = 0; i < numbers.length; i += 1) largest = Math.max(largest, numbers[i] as number);
  const narrow = narrowNumbers(numbers.length, largest);
  narrow.set(numbers);
  return narrow;
}

/** Moves all arrays of a skill into one buffer: thousands of small buffers take more memory than what is in them. */
export function inOneBuffer(skill: SkillTerms): SkillTerms {
  const arrays = Object.entries(skill).filter((field): field is [string, NarrowNumbers] =>
    ArrayBuffer.isView(field[1]),
  );
  // Wider numbers come first, since theirs begin at multiples of their width.
  arrays.sort(([, a], [, b]) => b.BYTES_PER_ELEMENT - a.BYTES_PER_ELEMENT);
  const buffer = new ArrayBuffer(arrays.reduce((size, [, { byteLength }]) => size + byteLength, 0));
  let end = 0;
  const moved = arrays.map(([name, array]) => {
    const part = partOf(buffer, end, array);
    part.set(array);
    end += array.byteLength;
    return [name, part];
  });
  return { ...skill, ...Object.fromEntries(moved) };
}

function partOf(buffer: ArrayBuffer, start: number, { BYTES_PER_ELEMENT: width, length }: NarrowNumbers) {
  if (width === 1) return new Uint8Array(buffer, start, length);
  return width === 2 ? new Uint16Array(buffer, start, length) : new Uint32Array(buffer, start, length);
}
