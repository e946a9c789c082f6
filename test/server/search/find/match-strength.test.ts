import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type FoundWord,
  matchMeasure,
  matchStrength,
} from '../../../../src-server/search/find/match-strength.ts';

const SKILLS = 83;
const found = (documents: number): FoundWord => ({ documents, evidence: 1 });
const missing = (documents: number): FoundWord => ({ documents, evidence: 0 });

describe('how strong a match is', () => {
  it('is strong where a section has all of the question and a rare word is among it', () => {
    expect(matchStrength([found(9), found(17)], SKILLS)).toBe('strong');
  });

  it('is partial, not strong, where every word that was found is common', () => {
    expect(matchStrength([found(40), found(60)], SKILLS)).toBe('partial');
  });

  it('is weak where only a common word is left of a question about something else', () => {
    expect(matchStrength([missing(0), found(78), missing(0), found(29)], SKILLS)).toBe('weak');
  });

  it('takes half of a long question for more than half of a short one', () => {
    const half = [found(5), missing(5)];
    expect(matchStrength(half, SKILLS)).toBe('partial');
    expect(matchStrength([...half, ...half, ...half, ...half], SKILLS)).toBe('strong');
  });

  it('says less where another word stands in', () => {
    const words = (evidence: number) => [{ documents: 0, evidence }, found(9)];
    expect(matchMeasure(words(0.5), SKILLS)).toBeLessThan(matchMeasure(words(1), SKILLS));
    expect(matchStrength([{ documents: 0, evidence: 0.5 }], SKILLS)).toBe('partial');
  });

  it('can be strong in a registry of one skill', () => {
    expect(matchStrength([found(1)], 1)).toBe('strong');
    expect(matchStrength([missing(0)], 1)).toBe('weak');
  });

  it('is weak without any word', () => {
    expect(matchStrength([], SKILLS)).toBe('weak');
  });

  const word = fc.record({
    documents: fc.nat(SKILLS),
    evidence: fc.constantFrom(0, 0.5, 1),
  });

  it('never falls when a word is found that was missing', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.nat(), (words, at) => {
        const better = words.map((one, i) => (i === at % words.length ? { ...one, evidence: 1 } : one));
        expect(matchMeasure(better, SKILLS)).toBeGreaterThanOrEqual(matchMeasure(words, SKILLS));
      }),
    );
  });

  it('never rises when a word is added that nothing has', () => {
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const longer = [...words, missing(0)];
        expect(matchMeasure(longer, SKILLS)).toBeLessThanOrEqual(matchMeasure(words, SKILLS) + 1e-9);
      }),
    );
  });
});
