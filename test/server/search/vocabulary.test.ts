import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EditDistance } from '../../../src-server/platform/edit-distance.ts';
import { Vocabulary } from '../../../src-server/search/inverted-index.ts';

const words = fc.uniqueArray(
  fc.oneof(
    fc.stringMatching(/^[ab]{1,4}$/),
    fc.constantFrom('größe', '日本語', '𝒳y', '\ud800', 'b\udc00', '\ufeffa', 'a'.repeat(70_000)),
  ),
  { maxLength: 40 },
);

/** What stands in the vocabulary from a letter on, as its text would be. */
function wordsFrom(vocabulary: Vocabulary, letter: string): readonly number[] {
  const found: number[] = [];
  for (let word = vocabulary.lastFrom(letter); word >= 0; word = vocabulary.before(word)) found.push(word);
  return found;
}

function vocabularyOf(terms: readonly string[]): Vocabulary {
  const vocabulary = new Vocabulary();
  for (const term of terms) vocabulary.addTerm(term);
  return vocabulary;
}

describe('the vocabulary', () => {
  it('numbers terms in their order, once each, and gives each back as it was written', () => {
    fc.assert(
      fc.property(words, (terms) => {
        const vocabulary = vocabularyOf([...terms, ...terms]);
        expect(vocabulary.size).toBe(terms.length);
        expect(terms.map((term) => vocabulary.numberOf(term))).toEqual(terms.map((_, number) => number));
        expect(terms.map((_, number) => vocabulary.termOf(number))).toEqual(terms);
        expect(vocabulary.numberOf('absent')).toBeUndefined();
      }),
    );
  });

  it('finds a form by its first letter alone, though another term is written alike', () => {
    const vocabulary = vocabularyOf(['leav', 'leaves']);
    vocabulary.addForm('leaves', 0);
    vocabulary.addForm('leaves', 0);
    expect(vocabulary.numberOf('leaves')).toBe(1);
    const found = wordsFrom(vocabulary, 'leaf').map((word) => vocabulary.termOfWord(word));
    expect(found).toEqual([0, 1, 0]);
    expect(wordsFrom(vocabulary, 'other')).toEqual([]);
  });

  it('keeps what is asked for under the same numbers, and gives the others again', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 5 }), (terms, every) => {
        const vocabulary = vocabularyOf(terms);
        for (const [number, term] of terms.entries()) vocabulary.addForm(`${term}s`, number);
        const isKept = (number: number) => number % every === 0;
        vocabulary.keepTerms(isKept);
        const numbers = terms.map((term) => vocabulary.numberOf(term));
        expect(numbers).toEqual(terms.map((_, number) => (isKept(number) ? number : undefined)));
        const gone = terms.filter((_, number) => !isKept(number));
        expect(vocabulary.size).toBe(terms.length - gone.length);
        const again = gone.map((term) => vocabulary.addTerm(term));
        expect([...again].sort()).toEqual(
          terms.flatMap((_, number) => (isKept(number) ? [] : [number])).sort(),
        );
        expect(again.map((number) => vocabulary.termOf(number))).toEqual(gone);
      }),
    );
  });

  it('has room for more words than it began with', () => {
    const terms = Array.from({ length: 20_000 }, (_, number) => `w${number.toString(36)}`);
    const vocabulary = vocabularyOf(terms);
    expect(terms.every((term, number) => vocabulary.numberOf(term) === number)).toBe(true);
    expect(wordsFrom(vocabulary, 'w').length).toBe(terms.length);
  });

  it('compares words as texts are compared', () => {
    fc.assert(
      fc.property(words, fc.stringMatching(/^[ab]{1,5}$/), (terms, asked) => {
        const vocabulary = vocabularyOf(terms);
        const edits = new EditDistance();
        for (const letter of ['a', 'b', 'g', '日'])
          for (const word of wordsFrom(vocabulary, letter)) {
            const text = vocabulary.termOf(vocabulary.termOfWord(word));
            expect(vocabulary.lengthOf(word)).toBe(text.length);
            expect(vocabulary.hasStart(word, asked)).toBe(text.startsWith(asked));
            expect(vocabulary.distanceOf(word, asked, 2, edits)).toBe(edits.between(asked, text, 2));
          }
      }),
    );
  });
});
