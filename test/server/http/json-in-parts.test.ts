import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonInParts } from '../../../src-server/http/json-in-parts.ts';

describe('JSON in parts', () => {
  it('is what JSON.stringify writes', () => {
    const texts = fc.dictionary(fc.string(), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), texts, (rest, members) => {
        const { _contents: _theirs, ...others } = rest;
        const parts = [...jsonInParts(rest, '_contents', new Map(Object.entries(members)))];
        expect(JSON.parse(parts.join(''))).toEqual(
          JSON.parse(JSON.stringify({ ...others, _contents: members })),
        );
      }),
    );
  });

  it.each([256 * 1024 - 1, 256 * 1024, 256 * 1024 + 1])(
    'keeps the halves of a character together at %i characters',
    (length) => {
      const text = `${'x'.repeat(length)}😀${'y'.repeat(300_000)}"\n`;
      const json = [...jsonInParts({}, 'texts', new Map([['a', text]]))].join('');
      expect(json).toBe(JSON.stringify({ texts: { a: text } }));
    },
  );
});
