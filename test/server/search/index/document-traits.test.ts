import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  GONE,
  languageBits,
  traitsOf,
  WITH_SYMPTOMS,
} from '../../../../src-server/search/index/document-traits.ts';
import { documentOf } from '../search-fixture.ts';

const LANGUAGES = ['cpp', 'rust', 'python', 'go', 'js'];
const traits = (key: string, symptoms: readonly string[] = []): number =>
  traitsOf(documentOf({ key, texts: {}, symptoms }));

describe('the traits of a document', () => {
  it('are never those of one that is gone, whatever its name hashes to', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(traits(`other/a/${name.replaceAll('/', '')}`)).not.toBe(GONE);
      }),
    );
  });

  it('have the bit of its language alone, and none for a language that no question names', () => {
    for (const language of LANGUAGES) {
      const own = traits(`${language}/a/x`) & languageBits(LANGUAGES);
      expect(own).toBe(languageBits([language]));
      expect(own).not.toBe(0);
    }
    expect(new Set(LANGUAGES.map((language) => languageBits([language]))).size).toBe(LANGUAGES.length);
    expect(traits('java/a/x') & languageBits(LANGUAGES)).toBe(0);
    expect(languageBits(['java'])).toBe(0);
  });

  it('tell whether it has symptoms', () => {
    expect(traits('go/a/x', ['a message']) & WITH_SYMPTOMS).toBe(WITH_SYMPTOMS);
    expect(traits('go/a/x') & WITH_SYMPTOMS).toBe(0);
  });
});
