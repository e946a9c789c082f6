import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENTRY_FIELD, OCCURRENCES } from '../../../src-server/search/skill-terms.ts';
import {
  countIn,
  frequencyIn,
  RecordReader,
  RecordWriter,
  type TermRecords,
} from '../../../src-server/search/term-records.ts';

interface Written {
  readonly term: number;
  readonly frequency: number;
  readonly passages: readonly number[];
  /** Row and counts. */
  readonly entries: readonly (readonly [number, number])[];
}

function write(rows: readonly Written[], writer = new RecordWriter()): TermRecords {
  for (const { term, frequency, passages, entries } of rows) {
    writer.begin(term, frequency, passages.length);
    for (const passage of passages) writer.addPassage(passage);
    for (const [row, counts] of entries) writer.addEntry(row, counts);
    writer.end();
  }
  return writer.finish();
}

function readEntries(reader: RecordReader): readonly (readonly [number, number])[] {
  const entries: [number, number][] = [];
  while (reader.nextEntry()) entries.push([reader.row, reader.counts]);
  return entries;
}

function read(records: TermRecords, term: number): Written | undefined {
  const reader = new RecordReader();
  if (!reader.find(records, term)) return undefined;
  const { frequency } = reader;
  const passages: number[] = [];
  for (let left = reader.readPassageCount(); left > 0; left -= 1)
    passages.push(reader.readPassage(passages.at(-1) ?? 0));
  reader.find(records, term);
  reader.skipPassages();
  return { term, frequency, passages, entries: readEntries(reader) };
}

const ascending = (most: number, maxLength: number) =>
  fc.uniqueArray(fc.oneof(fc.nat(most), fc.nat(90)), { maxLength }).map((all) => all.sort((a, b) => a - b));
const near = (most: number) => fc.oneof(fc.nat(most), fc.constantFrom(0, 1, most));
const counts = fc
  .tuple(near(ENTRY_FIELD.title.most), near(ENTRY_FIELD.prose.most), near(ENTRY_FIELD.code.most))
  .filter(([title, prose, code]) => title + prose + code > 0)
  .map(
    ([title, prose, code]) => title | (prose << ENTRY_FIELD.prose.shift) | (code << ENTRY_FIELD.code.shift),
  );
const contents = fc.record({
  frequency: fc.integer({ min: 1, max: 0xffff }),
  passages: ascending(70_000, 40),
  entries: ascending(14_000, 40).chain((rows) =>
    fc.tuple(...rows.map((row) => counts.map((count) => [row, count] as const))),
  ),
});
const skills = ascending(3_000_000, 60).chain((terms) =>
  fc.tuple(...terms.map((term) => contents.map((content) => ({ term, ...content })))),
);

describe('the records of a skill', () => {
  it('are read as they were written, and no term is found that is not there', () => {
    fc.assert(
      fc.property(skills, fc.nat(3_000_000), (rows, other) => {
        const records = write(rows);
        for (const row of rows) expect(read(records, row.term)).toEqual(row);
        const isThere = rows.some(({ term }) => term === other);
        expect(frequencyIn(records, other) !== 0).toBe(isThere);
      }),
    );
  });

  it.each([100, 20_000, 2_100_000])('are read of a term in %i passages, and those behind it', (count) => {
    const passages = Array.from({ length: count }, (_, passage) => passage + 1);
    const rows = [
      { term: 3, frequency: 9, passages, entries: [[1, 1 << ENTRY_FIELD.prose.shift]] as const },
      { term: 4, frequency: 7, passages: [5], entries: [] },
    ];
    const records = write(rows);
    const seen = new RecordReader();
    expect(seen.find(records, 3)).toBe(true);
    expect(seen.readPassageCount()).toBe(count);
    let last = 0;
    for (let left = count; left > 0; left -= 1) last = seen.readPassage(last);
    expect(last).toBe(count);
    expect(readEntries(seen)).toEqual([[1, 1 << ENTRY_FIELD.prose.shift]]);
    expect(read(records, 4)).toEqual(rows[1]);
  });

  it('are read one after the other in the order of terms', () => {
    fc.assert(
      fc.property(skills, (rows) => {
        const reader = new RecordReader();
        reader.begin(write(rows));
        const read: Pick<Written, 'term' | 'frequency'>[] = [];
        while (reader.next()) read.push({ term: reader.term, frequency: reader.frequency });
        expect(read).toEqual(rows.map(({ term, frequency }) => ({ term, frequency })));
      }),
    );
  });

  it('say the same under other numbers of their terms', () => {
    fc.assert(
      fc.property(skills, (rows) => {
        const records = write(rows);
        const reader = new RecordReader();
        reader.begin(records);
        const writer = new RecordWriter();
        while (reader.next()) writer.copy(3 * reader.term + 1, records, reader.start, reader.end);
        expect(writer.finish()).toEqual(write(rows.map((row) => ({ ...row, term: 3 * row.term + 1 }))));
      }),
    );
  });

  it('of one skill have nothing of the skill before', () => {
    fc.assert(
      fc.property(skills, skills, (before, rows) => {
        const writer = new RecordWriter();
        write(before, writer);
        expect(write(rows, writer)).toEqual(write(rows));
      }),
    );
  });

  it('take a byte for an entry that has a term once', () => {
    const inProse = [3, 1 << ENTRY_FIELD.prose.shift] as const;
    const inCode = [9, 1 << ENTRY_FIELD.code.shift] as const;
    const sizes = [[], [inProse], [inProse, inCode]].map(
      (entries) => write([{ term: 5, frequency: 2, passages: [1], entries }]).records.length,
    );
    expect(sizes).toEqual([sizes[0], (sizes[0] as number) + 1, (sizes[0] as number) + 2]);
  });
});

it('reads each count of an entry apart', () => {
  const all = 3 | (200 << ENTRY_FIELD.prose.shift) | (511 << ENTRY_FIELD.code.shift);
  expect([countIn('title', all), countIn('prose', all), countIn('code', all)]).toEqual([3, 200, 511]);
  expect(OCCURRENCES).toBe(ENTRY_FIELD.prose.most);
});
