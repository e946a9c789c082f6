import { PackedReader, writePacked } from '../index/packed-number.ts';
import { OCCURRENCES } from '../index/segment.ts';
import { DamagedShard, ShardReader, ShardWriter } from './shard-bytes.ts';

export interface TermPostingList {
  readonly term: string;
  /** Ascending. */
  readonly documents: ArrayLike<number>;
  readonly frequencies: ArrayLike<number>;
  /** By posting, 0-terminated, as in a segment; empty for `common` terms. */
  readonly sections: Uint8Array;
  /** Number among the terms whose sections are in shards of documents; -1 for others. */
  readonly common: number;
}

/** Sections of a skill. Bounds memory for numbers of a damaged shard. */
export const MOST_SECTIONS = 1 << 20;
const FIELD_BITS = 9;
const MOST_FIELDS = 1 << 7;

/** @param lists in byte order of their terms */
export function writeTermShard(lists: readonly TermPostingList[]): Uint8Array {
  const writer = new ShardWriter();
  writer.words(lists.map(({ term }) => term));
  writer.numbers(lists.map(({ documents }) => documents.length));
  writer.numbers(lists.map(({ common }) => common + 1));
  for (const { documents } of lists) writeAscending(writer, documents);
  const own = lists.filter(({ common }) => common < 0);
  const sections = own.map((list) => splitSections(list.sections));
  for (const counts of sections) writer.numbers(counts.map((numbers) => numbers.length));
  let place = 0;
  for (const { frequencies, common } of lists) {
    const counts = common < 0 ? sections[place++] : undefined;
    for (let i = 0; i < frequencies.length; i += 1)
      // A word's occurrences are mostly as many as its sections.
      writer.signed(((frequencies[i] as number) & OCCURRENCES) - (counts?.[i]?.length ?? 0));
  }
  for (const { frequencies } of lists)
    writer.numbers(Array.from(frequencies, (frequency) => frequency >> FIELD_BITS));
  for (const counts of sections) for (const numbers of counts) writer.numbers(numbers);
  return writer.finish();
}

export function readTermShard(bytes: Uint8Array, documentCount: number): TermPostingList[] {
  const reader = new ShardReader(bytes);
  const terms = reader.words();
  const lengths = reader.numbers(terms.length);
  const common = reader.numbers(terms.length);
  const documents = Array.from(lengths, (length) => readAscending(reader, length, documentCount));
  const counts = Array.from(lengths, (length, i) =>
    common[i] === 0 ? reader.numbers(length) : new Uint32Array(length),
  );
  const frequencies = documents.map(({ length }, i) =>
    Uint16Array.from({ length }, (_, at) => {
      const frequency = reader.signed() + (counts[i]?.[at] as number);
      if (frequency < 0 || frequency > OCCURRENCES) throw new DamagedShard();
      return frequency;
    }),
  );
  for (const list of frequencies)
    for (let i = 0; i < list.length; i += 1)
      list[i] = (list[i] as number) | (reader.numberBelow(MOST_FIELDS) << FIELD_BITS);
  const lists = terms.map((term, i) => ({
    term,
    documents: documents[i] as Uint16Array,
    frequencies: frequencies[i] as Uint16Array,
    sections: common[i] === 0 ? readSections(reader, counts[i] as Uint32Array) : new Uint8Array(0),
    common: (common[i] as number) - 1,
  }));
  if (!reader.isAtEnd) throw new DamagedShard();
  return lists;
}

export function writeAscending(writer: ShardWriter, numbers: ArrayLike<number>): void {
  for (let i = 0, before = -1; i < numbers.length; i += 1) {
    writer.number((numbers[i] as number) - before - 1);
    before = numbers[i] as number;
  }
}

/** Different numbers below `end`, at most 65,536. */
export function readAscending(reader: ShardReader, count: number, end: number): Uint16Array {
  const numbers = new Uint16Array(reader.expect(count));
  for (let i = 0, before = -1; i < count; i += 1) {
    before += reader.number() + 1;
    if (before >= end) throw new DamagedShard();
    numbers[i] = before;
  }
  return numbers;
}

/** Differences of section numbers by posting. */
function splitSections(sections: Uint8Array): number[][] {
  const split: number[][] = [];
  const reader = new PackedReader(sections);
  while (reader.at < sections.length) {
    const numbers: number[] = [];
    for (let step = reader.next(); step > 0; step = reader.next()) numbers.push(step);
    split.push(numbers);
  }
  return split;
}

/** As in a segment. */
export function readSections(reader: ShardReader, counts: ArrayLike<number>): Uint8Array {
  let count = 0;
  for (let i = 0; i < counts.length; i += 1) count += counts[i] as number;
  const sections = new Uint8Array(4 * reader.expect(count) + counts.length);
  let end = 0;
  for (let i = 0; i < counts.length; i += 1) {
    let section = -1;
    for (let left = counts[i] as number; left > 0; left -= 1) {
      const step = reader.number();
      section += step;
      if (step === 0 || section >= MOST_SECTIONS) throw new DamagedShard();
      end = writePacked(sections, end, step);
    }
    // Already 0.
    end += 1;
  }
  return sections.slice(0, end);
}
