import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IndexFilePacker, IndexFileUnpacker } from '../../../../src-server/registry/disk/pack-index-file.ts';
import {
  type ParsedIndexFile,
  parseIndexFile,
} from '../../../../src-server/registry/model/registry-index-file.ts';

/** As JSON, so that a test can say what no value of the language says alike. */
const textOf = (entries: readonly string[], more = ''): string =>
  `{"schema":"skills/v1","version":1,"updated_at":"2026-02-03"${more},"skills":[${entries.join()}]}`;
const entry = (key: number | string, rest = ''): string => `{"key":"go/a/${key}"${rest}}`;
const entries = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, at) => entry(from + at, ',"summary":"As before."'));

/** A thread that packs, and the one that unpacks. */
function threads() {
  let packer = new IndexFilePacker();
  const unpacker = new IndexFileUnpacker();
  const send = (text: string | undefined) => packer.pack(parseIndexFile(text));
  const receive = (parts: ReturnType<typeof send>) =>
    parts.map((part) => unpacker.unpack(structuredClone(part))).at(-1);
  return {
    handOver: (text: string | undefined) => receive(send(text)),
    /** How many entries, which weren't told before, go over. */
    countNew: (text: string | undefined) => {
      const parts = send(text);
      receive(parts);
      return parts.reduce((sum, { fields }) => sum + fields.length, 0);
    },
    send,
    replacePacker() {
      packer = new IndexFilePacker();
      unpacker.startAgain();
    },
    receiveSome: (parts: ReturnType<typeof send>) => void receive(parts.slice(0, -1)),
  };
}

function read(text: string | undefined): ParsedIndexFile {
  const { text: _text, ...rest } = parseIndexFile(text);
  return rest;
}

const values = fc.constantFrom(
  '',
  ',"x":null',
  ',"x":1e999',
  ',"x":-1e999',
  ',"x":"null"',
  ',"__proto__":{"x":1}',
);
const texts = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .array(
        fc.oneof(
          fc.tuple(fc.nat(4), values).map(([key, rest]) => entry(key, rest)),
          fc.constantFrom('{}', '7', '{"key":""}'),
        ),
        { maxLength: 9 },
      )
      .map((list) => textOf(list)),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(undefined, '{', '', '[]', '{"schema":"skills/v9"}', textOf([], ',"x":2')),
  },
);

describe('an index.json that passes between threads', () => {
  it('says there what it said here, whatever was told before, and by whom', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(texts, fc.boolean()), { maxLength: 9 }), (steps) => {
        const pair = threads();
        for (const [text, isByAnother] of steps) {
          if (isByAnother) pair.replacePacker();
          expect(pair.handOver(text)).toEqual(read(text));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('takes with it the entries that are new or different, and no other', () => {
    const pair = threads();
    expect(pair.countNew(textOf(entries(100)))).toBe(100);
    expect(pair.countNew(textOf(entries(100), ',"mirror":"x"'))).toBe(0);
    expect(pair.countNew(textOf(entries(100).with(50, entry('50'))))).toBe(1);
    expect(pair.countNew(textOf(['{}', entry('none'), ...entries(100)]))).toBe(2);
    expect(pair.countNew(textOf(entries(100).reverse()))).toBe(0);
    expect(pair.countNew(textOf(entries(40, 30)))).toBe(0);
  });

  it('takes nothing with it again once a file that is being written is whole', () => {
    const pair = threads();
    pair.handOver(textOf(entries(100)));
    pair.handOver(textOf(entries(100)).slice(0, 500));
    expect(pair.countNew(textOf(entries(100)))).toBe(0);
  });

  it('keeps nothing of a file that is gone', () => {
    const pair = threads();
    pair.handOver(textOf(entries(100)));
    pair.handOver(undefined);
    expect(pair.countNew(textOf(entries(100)))).toBe(100);
  });

  it('has the very entries that it had where they are as before, also by another thread', () => {
    const pair = threads();
    const before = pair.handOver(textOf(entries(3)))?.index?.entries ?? [];
    const edited = pair.handOver(textOf(entries(3).with(1, entry('1'))))?.index?.entries ?? [];
    expect(edited.map((one, at) => one === before[at])).toEqual([true, false, true]);
    const [first] = pair.handOver(textOf(entries(3).slice(1)))?.index?.entries ?? [];
    expect(first?.position).toBe(0);
    pair.replacePacker();
    const told = pair.handOver(textOf(entries(3).slice(1)))?.index?.entries ?? [];
    expect(told[0]).toBe(first);
  });

  it('is forgotten where the thread ended with half of it', () => {
    const pair = threads();
    const large = textOf(entries(12_000));
    const parts = pair.send(large);
    expect(parts.length).toBeGreaterThan(2);
    pair.receiveSome(parts);
    pair.replacePacker();
    expect(pair.handOver(textOf(entries(2)))).toEqual(read(textOf(entries(2))));
  });

  it('comes in parts of as much as is taken in at once', () => {
    const summary = `,"summary":"${'a'.repeat(1_000)}"`;
    const parts = threads().send(textOf(Array.from({ length: 2_000 }, (_, at) => entry(at, summary))));
    for (const { fields } of parts) expect(fields.length).toBeLessThan(300);
    const few = threads();
    few.handOver(textOf(entries(20_000)));
    const moved = few.send(textOf(entries(20_000).reverse()));
    for (const { places } of moved) expect(places.length).toBeLessThanOrEqual(10_000);
  });
});
