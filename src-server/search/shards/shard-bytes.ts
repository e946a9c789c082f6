/** Bytes of shards: LEB128 numbers, texts after their length, sorted words after their common beginning. */
import { packedLength, writePacked } from '../index/packed-number.ts';
import { binaryOf } from '../words/word-list.ts';

/** Of a site, so written by anybody. */
export class DamagedShard extends Error {
  constructor() {
    super('The search index of this site is damaged.');
  }
}

const encoder = new TextEncoder();
export const LARGEST_NUMBER = 2 ** 28 - 1;

export class ShardWriter {
  #bytes = new Uint8Array(1024);
  #end = 0;

  /** Below 2^28. */
  number(value: number): void {
    if (!(value >= 0 && value <= LARGEST_NUMBER)) throw new RangeError(`${value} does not fit into a shard.`);
    this.#makeRoom(packedLength(value));
    this.#end = writePacked(this.#bytes, this.#end, value);
  }

  numbers(values: Iterable<number>): void {
    for (const value of values) this.number(value);
  }

  /** Zigzag: small numbers of either sign take a byte. */
  signed(value: number): void {
    this.number(value < 0 ? -2 * value - 1 : 2 * value);
  }

  bytes(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#end);
    this.#end += bytes.length;
  }

  text(text: string): void {
    const bytes = encoder.encode(text);
    this.number(bytes.length);
    this.bytes(bytes);
  }

  list<T>(items: readonly T[], write: (item: T) => void): void {
    this.number(items.length);
    for (const item of items) write(item);
  }

  texts(texts: readonly string[]): void {
    this.list(texts, (text) => this.text(text));
  }

  /** @param words in byte order */
  words(words: readonly string[]): void {
    this.number(words.length);
    const binaries = words.map(binaryOf);
    const common = binaries.map((word, i) => commonLength(binaries[i - 1] ?? '', word));
    this.numbers(common);
    this.numbers(binaries.map((word, i) => word.length - (common[i] as number)));
    for (const [i, word] of binaries.entries())
      this.bytes(Uint8Array.from(word.slice(common[i]), (letter) => letter.charCodeAt(0)));
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#end);
  }

  #makeRoom(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return;
    const bigger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#end + bytes));
    bigger.set(this.#bytes);
    this.#bytes = bigger;
  }
}

/** Of the common beginning. */
export function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

const LONGEST_WORD = 4_096;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Throws `DamagedShard` instead of reading beyond the end, so work and memory stay in proportion to the bytes. */
export class ShardReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  number(): number {
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) break;
      this.#at += 1;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw new DamagedShard();
  }

  numberBelow(end: number): number {
    const value = this.number();
    if (value >= end) throw new DamagedShard();
    return value;
  }

  signed(): number {
    const value = this.number();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }

  /** Of items that take a byte or more. */
  count(): number {
    return this.expect(this.number());
  }

  /** Before room for `count` numbers is made. */
  expect(count: number): number {
    if (count > this.#bytes.length - this.#at) throw new DamagedShard();
    return count;
  }

  numbers(count: number): Uint32Array {
    const numbers = new Uint32Array(this.expect(count));
    for (let i = 0; i < count; i += 1) numbers[i] = this.number();
    return numbers;
  }

  bytes(count: number): Uint8Array {
    this.#at += this.expect(count);
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  text(): string {
    return decoder.decode(this.bytes(this.number()));
  }

  list<T>(item: () => T): T[] {
    const items: T[] = [];
    for (let left = this.count(); left > 0; left -= 1) items.push(item());
    return items;
  }

  texts(): string[] {
    return this.list(() => this.text());
  }

  words(): string[] {
    const count = this.count();
    const common = this.numbers(count);
    const lengths = this.numbers(count);
    const word = new Uint8Array(LONGEST_WORD);
    let last = 0;
    return Array.from({ length: count }, (_, i) => {
      const start = common[i] as number;
      const end = start + (lengths[i] as number);
      if (start > last || end > LONGEST_WORD) throw new DamagedShard();
      word.set(this.bytes(end - start), start);
      last = end;
      return decoder.decode(word.subarray(0, end));
    });
  }
}
