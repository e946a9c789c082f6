import { beforeAll, describe, expect, it } from 'vitest';
import { runToEnd } from '../../../../src-server/run-in-slices.ts';
import {
  countTerms,
  type Segment,
  termNumber,
  termText,
} from '../../../../src-server/search/index/segment.ts';
import { RunTable } from '../../../../src-server/search/words/run-table.ts';
import { hashByte, hashStart } from '../../../../src-server/search/words/word-slots.ts';
import { WordTable } from '../../../../src-server/search/words/word-table.ts';
import { segmentOf } from '../search-fixture.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** No stemmer takes it off. */
const END = 'k'.charCodeAt(0);
const COUNT = 2_000;
/** Of a table of so many words. */
const MASK = (1 << 13) - 1;
/** Of a table that is half full words stand close together by chance, too. */
const LONGEST_CHAIN = 300;

/** Different words of seven letters that all belong to one slot, for whoever knows how words are hashed. */
function collidingWords(): string[] {
  const words: string[] = [];
  const add = (word: string, hash: number): void => {
    for (const letter of LETTERS) {
      if (words.length === COUNT) return;
      const longer = hashByte(hash, letter.charCodeAt(0));
      if (word.length < 5) add(word + letter, longer);
      else if ((hashByte(longer, END) & MASK) === 0) words.push(`${word}${letter}k`);
    }
  };
  add('', hashStart(0));
  return words;
}

/** The most slots in a row that are taken: what a lookup goes through at worst. */
function longestChain(slots: Uint32Array): number {
  let longest = 0;
  let chain = 0;
  for (const slot of slots.subarray(0, -1)) {
    chain = slot === 0 ? 0 : chain + 1;
    longest = Math.max(longest, chain);
  }
  return longest;
}

let words: string[];
beforeAll(() => {
  words = collidingWords();
});

describe('words that were made to hash alike', () => {
  it('are many', () => {
    expect(new Set(words).size).toBe(COUNT);
  });

  it('stand apart in a table, and are known there', () => {
    const table = new WordTable();
    expect(words.map((word) => table.add(word))).toEqual(words.map((_, i) => i));
    expect(words.map((word) => table.get(word))).toEqual(words.map((_, i) => i));
    expect(longestChain(runToEnd(table.pack()).slots)).toBeLessThan(LONGEST_CHAIN);
  });

  it('are found in a segment', () => {
    const expectAll = (segment: Segment): void => {
      expect(countTerms(segment)).toBeGreaterThan(COUNT);
      expect(longestChain(segment.termSlots)).toBeLessThan(LONGEST_CHAIN);
      expect(words.map((word) => termText(segment, termNumber(segment, word)))).toEqual(words);
      expect(termNumber(segment, 'elsewhere')).toBe(-1);
    };
    const segment = segmentOf([{ key: 'cpp/acme/words', texts: { 'a.md': words.join(' ') } }]);
    expectAll(segment);
  });
});

describe('runs that hash alike', () => {
  it('are remembered as far as they are soon found, and never taken for another', () => {
    const table = new RunTable();
    const known = words.map((word, i) => {
      expect(table.find(word, 0, word.length, 7)).toBe(-1);
      const run = table.add(word, 0, word.length, 7, [i]);
      expect(table.find(word, 0, word.length, 7)).toBe(run);
      return run;
    });
    const found = words.map((word) => table.find(word, 0, word.length, 7));
    expect(found.filter((run, i) => run !== -1 && run !== known[i])).toEqual([]);
    expect(found.filter((run) => run !== -1).length).toBeLessThan(100);
  });
});
