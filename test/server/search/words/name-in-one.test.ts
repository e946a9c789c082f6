import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../../src-server/search/find/parse-query.ts';
import { nameInOne, runsInOne } from '../../../../src-server/search/words/name-in-one.ts';
import { runsOf } from '../../../../src-server/search/words/text-scanner.ts';

describe('a name in one', () => {
  it.each([
    ['requests', 'requests', true],
    ['flat_hash_map', 'hash map', false],
    ['{fmt}', 'fmt', true],
    ['Crème', 'creme', true],
    ['C', 'c++', false],
    ['C++', 'c', false],
    ['C++', 'c++', true],
    ['cpp', 'c++', true],
    ['C++', 'cpp', true],
    ['C#', 'c', false],
    ['C#', 'c#', true],
    ['Notepad++', 'notepad++', true],
    ["Let's Encrypt", "let's encrypt", true],
  ])('of %s is what is asked for by %s: %s', (name, query, isSo) => {
    expect(nameInOne(name) === parseQuery(query).name).toBe(isSo);
  });

  it('of signs alone is nothing', () => {
    expect(['', '--', '_'].map(nameInOne)).toEqual(['', '', '']);
  });

  it('is the same whether a name is plain and taken as a whole, or taken run by run', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: 'grapheme' })),
        fc.constantFrom('', 'x', '-', ' C++', "'s"),
        (name, more) => {
          expect(nameInOne(name + more)).toBe(runsInOne(runsOf(name + more)));
        },
      ),
    );
  });
});
