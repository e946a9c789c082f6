import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inverseDocumentFrequency } from '../../../src-server/search/find-index.ts';
import { type FoundWord, matchMeasure, matchStrength } from '../../../src-server/search/match-measure.ts';

const SKILLS = 83;
const RARE = inverseDocumentFrequency(SKILLS, 1);
const found = (documents: number): FoundWord => ({ documents, evidence: 1, isShared: documents > 1 });
const missing = (documents: number): FoundWord => ({ documents, evidence: 0 });

describe('how strong a match is', () => {
  it('is strong where all of the question is there with much weight', () => {
    expect(matchStrength([found(9), found(17)], 9 * RARE, SKILLS)).toBe('strong');
  });

  it('is weak where a rare word is mentioned once, as it may be by chance', () => {
    expect(matchStrength([found(1)], 2 * Math.LN2 * RARE, SKILLS)).toBe('weak');
  });

  it('says less of the same weight where most of the question is about what no skill has', () => {
    const weight = 6 * RARE;
    expect(matchStrength([missing(0), found(20), missing(0), found(29)], weight, SKILLS)).toBe('weak');
  });

  it('says less of the same weight where the question is long, as much of it is met by chance', () => {
    const measure = (count: number) => matchMeasure(Array(count).fill(found(3)), 9 * RARE, SKILLS);
    expect(measure(2)).toBe(measure(1));
    expect(measure(12)).toBeLessThan(measure(6));
    expect(measure(6)).toBeLessThan(measure(2));
  });

  it('says less where another word stands in', () => {
    const words = (evidence: number) => [{ documents: 0, evidence }, found(9)];
    expect(matchMeasure(words(0.5), RARE, SKILLS)).toBeLessThan(matchMeasure(words(1), RARE, SKILLS));
  });

  it('says less where what is missing is called by its name, and more where that was found', () => {
    const measure = (...words: FoundWord[]) => matchMeasure(words, 9 * RARE, SKILLS);
    const named = (word: FoundWord): FoundWord => ({ ...word, isName: true });
    expect(measure(found(9), named(missing(0)))).toBeLessThan(measure(found(9), missing(0)));
    expect(measure(named(found(9)), missing(0))).toBeGreaterThan(measure(found(9), missing(0)));
  });

  it('is as strong where all is found, whether or not it is called by names', () => {
    const measure = (isName: boolean) =>
      matchMeasure(Array(6).fill({ ...found(3), isName }), 9 * RARE, SKILLS);
    expect(measure(true)).toBe(measure(false));
  });

  const ordinary = (evidence: number): FoundWord => ({ documents: 0, evidence, isOrdinary: true });

  it('says the same whether or not the question has words that any sentence may have', () => {
    const words = [found(9), missing(3)];
    const measure = matchMeasure(words, 9 * RARE, SKILLS);
    expect(matchMeasure([...words, ordinary(0)], 9 * RARE, SKILLS)).toBe(measure);
    expect(matchMeasure([...words, ordinary(1)], 9 * RARE, SKILLS)).toBe(measure);
  });

  it('goes by ordinary words where a question has no other, or one', () => {
    const once: FoundWord = { ...found(3), isOrdinary: true };
    expect(matchMeasure([once], 9 * RARE, SKILLS)).toBe(matchMeasure([found(3)], 9 * RARE, SKILLS));
    const measure = matchMeasure([found(9), ordinary(0)], 9 * RARE, SKILLS);
    expect(measure).toBe(matchMeasure([found(9), missing(0)], 9 * RARE, SKILLS));
  });

  it('is weak if one word is known beside ordinary ones, and little of it', () => {
    expect(matchStrength([found(6), ordinary(0)], 0.1 * RARE, SKILLS)).toBe('weak');
  });

  it('is never weak if one entry has all telling words', () => {
    expect(matchStrength([found(6), found(8), ordinary(0)], 0.1 * RARE, SKILLS)).toBe('partial');
    expect(matchStrength([found(6), { ...found(8), isOrdinary: true }], 0.1 * RARE, SKILLS)).toBe('partial');
  });

  it('is never weak where one entry has every word, and other skills know them', () => {
    expect(matchStrength([found(6), found(8)], 0.1 * RARE, SKILLS)).toBe('partial');
    expect(matchStrength([found(6), missing(8)], 0.1 * RARE, SKILLS)).toBe('weak');
  });

  it('is never weak where a word of one single skill is in its name', () => {
    expect(matchStrength([{ ...found(1), inMetadata: true }], 2 * Math.LN2 * RARE, SKILLS)).toBe('partial');
  });

  it('is weak without any word', () => {
    expect(matchStrength([], 0, SKILLS)).toBe('weak');
  });

  const word = fc.record({
    documents: fc.nat(SKILLS),
    evidence: fc.constantFrom(0, 0.5, 1),
  });
  const weight = fc.double({ min: 0, max: 500, noNaN: true });

  it('never falls when a word is found that was missing', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.nat(), weight, (words, at, raw) => {
        const better = words.map((one, i) => (i === at % words.length ? { ...one, evidence: 1 } : one));
        expect(matchMeasure(better, raw, SKILLS)).toBeGreaterThanOrEqual(matchMeasure(words, raw, SKILLS));
      }),
    );
  });

  it('never rises when a word is added that nothing has', () => {
    fc.assert(
      fc.property(fc.array(word), weight, (words, raw) => {
        const longer = [...words, missing(0)];
        expect(matchMeasure(longer, raw, SKILLS)).toBeLessThanOrEqual(
          matchMeasure(words, raw, SKILLS) + 1e-9,
        );
      }),
    );
  });
});
