import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecodedTexts, TextBlock } from '../../../src-server/registry/text-block.ts';
import { entriesIn } from '../../../src-server/search/entries.ts';

const anyTexts = fc.array(
  fc.tuple(fc.string({ minLength: 1 }), fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }))),
);

describe('the texts of a skill in one block', () => {
  it('are those that were packed, in their order, in another thread too', () => {
    fc.assert(
      fc.property(anyTexts, (pairs) => {
        const texts = new Map(pairs);
        const { shared } = TextBlock.of(texts);
        for (const decoded of [undefined, new DecodedTexts()]) {
          const block = new TextBlock(structuredClone(shared), decoded);
          expect([...block]).toEqual([...texts]);
          expect(Array.from(texts.keys(), (path) => block.get(path))).toEqual([...texts.values()]);
          expect(block.size).toBe(texts.size);
          for (const [path, text] of texts) expect(block.bytesOf(path)?.toString()).toBe(text);
        }
      }),
    );
  });

  it('share their memory between threads', () => {
    const { shared } = TextBlock.of(new Map([['a.md', 'a — b']]));
    expect(structuredClone(shared).bytes.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(TextBlock.of(new TextBlock(shared)).shared).toBe(shared);
  });

  it('have entries as other texts have', () => {
    const text = '# Pitfalls\n\n## One — two\n\nText.\n';
    const block = TextBlock.of(new Map([['pitfalls.md', text]]));
    expect(entriesIn(block, 'pitfalls.md')).toEqual(entriesIn({ 'pitfalls.md': text }, 'pitfalls.md'));
    expect(entriesIn(block, 'get')).toEqual([]);
  });

  it('are decoded again once more than 16 MiB were decoded since', () => {
    const texts = new Map(Array.from({ length: 40 }, (_, at) => [`${at}.md`, 'é'.repeat(500_000 + at)]));
    const block = new TextBlock(TextBlock.of(texts).shared, new DecodedTexts());
    for (let round = 0; round < 2; round += 1)
      for (const [path, { length }] of texts) expect(block.get(path)?.length).toBe(length);
  });

  it('have none of a path that was not packed', () => {
    const block = TextBlock.of(new Map());
    expect([block.get('a.md'), block.bytesOf('a.md'), block.has('a.md')]).toEqual([
      undefined,
      undefined,
      false,
    ]);
  });
});
