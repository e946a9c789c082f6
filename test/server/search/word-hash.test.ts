import { describe, expect, it } from 'vitest';
import { Vocabulary } from '../../../src-server/search/inverted-index.ts';
import { RunTable } from '../../../src-server/search/term-counts.ts';
import { hashOf, hashOfUnits } from '../../../src-server/search/word-analysis.ts';

const SLOTS = 1 << 12;
const COUNT = 1_000;
const slotOf = (word: string, seed?: number): number => hashOf(word, 0, word.length, seed) & (SLOTS - 1);

/** Words that belong to one slot, for whoever knows how words are hashed, and takes the seed for 0. */
function collidingWords(): readonly string[] {
  const words: string[] = [];
  for (let number = 0; words.length < COUNT; number += 1) {
    const word = `q${number.toString(36)}7`;
    if (slotOf(word, 0) === 0) words.push(word);
  }
  return words;
}

const words = collidingWords();

describe('words that were made to hash alike', () => {
  it('belong to as many slots as others do', () => {
    const slots = new Set(words.map((word) => slotOf(word)));
    // By chance, 1,000 words belong to some 890 of 4,096 slots.
    expect(slots.size).toBeGreaterThan(800);
  });

  it('belong to other slots with seeds that differ in one bit', () => {
    for (let bit = 0; bit < 32; bit += 1)
      expect(new Set(words.map((word) => slotOf(word, 1 << bit))).size).toBeGreaterThan(800);
  });

  it('are known in a vocabulary and in a table of runs', () => {
    const vocabulary = new Vocabulary();
    const runs = new RunTable();
    for (const [number, word] of words.entries()) {
      expect(vocabulary.addTerm(word)).toBe(number);
      expect(runs.add(word, [number])).toBe(number);
    }
    expect(words.map((word) => vocabulary.numberOf(word))).toEqual([...words.keys()]);
    expect(words.map((word) => runs.find(word, 0, word.length))).toEqual([...words.keys()]);
  });
});

it('hashes a text as its units', () => {
  const text = 'aß日𝒳\ud800';
  const units = Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  expect(hashOfUnits(units, 1, units.length)).toBe(hashOf(text, 1, text.length));
});
