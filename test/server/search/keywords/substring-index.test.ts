import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runToEnd } from '../../../../src-server/run-in-slices.ts';
import { SubstringIndex } from '../../../../src-server/search/keywords/substring-index.ts';

const word = fc.string({
  unit: fc.constantFrom('a', 'b', 'z', '1', '6', 'é', '文', '_'),
  minLength: 1,
  maxLength: 6,
});
const words = fc.uniqueArray(word, { maxLength: 20 });

const indexOf = (list: readonly string[]): SubstringIndex => runToEnd(SubstringIndex.build(list));
const sorted = (list: Iterable<string | undefined>): (string | undefined)[] => [...new Set(list)].sort();

describe('the places of pieces of words', () => {
  it('are those that going through all words finds', () => {
    fc.assert(
      fc.property(words, word, (list, piece) => {
        const index = indexOf(list);
        expect(index.numberOf(piece)).toBe(list.indexOf(piece));
        const beginning: string[] = [];
        index.forEachBeginning(piece, (number) => beginning.push(list[number] as string));
        expect(beginning.sort()).toEqual(list.filter((one) => one.startsWith(piece)).sort());
        if (piece.length < 2) return;
        const containing: string[] = [];
        const atStart: string[] = [];
        index.forEachContaining(piece, (number, begins) => {
          (begins ? atStart : containing).push(list[number] as string);
        });
        expect(sorted(atStart)).toEqual(sorted(beginning));
        expect(sorted([...atStart, ...containing])).toEqual(
          sorted(list.filter((one) => one.includes(piece))),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('tell how long each word is', () => {
    const list = ['a', 'hash', '文字'];
    const index = indexOf(list);
    expect(list.map((_, number) => index.lengthOf(number))).toEqual([1, 4, 2]);
  });

  it('are found in many words, whose index is made in many steps', () => {
    const list = Array.from({ length: 40_000 }, (_, i) => `word${i}`);
    const steps = SubstringIndex.build(list);
    let turns = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) turns += 1;
    expect(turns).toBeGreaterThan(10);
    expect(step.value.numberOf('word39999')).toBe(39_999);
    let found = 0;
    step.value.forEachContaining('d399', () => {
      found += 1;
    });
    expect(found).toBe(111);
  });

  it('are one for each word, however often it has the piece: texts from outside are as long as they like', () => {
    const index = indexOf(['x'.repeat(1_000), 'axxx', 'bxx']);
    const visited: Array<readonly [number, boolean]> = [];
    index.forEachContaining('xxx', (number, begins) => visited.push([number, begins]));
    expect(visited).toEqual([
      [0, true],
      [1, false],
    ]);
    visited.length = 0;
    index.forEachContaining('xx', (number, begins) => visited.push([number, begins]));
    // Another x is behind it, or the word's end.
    expect(visited.length).toBeLessThanOrEqual(6);
  });

  it('are none where there is no word', () => {
    expect(indexOf([]).numberOf('a')).toBe(-1);
  });
});
