import { describe, expect, it } from 'vitest';
import { DocumentTerms } from '../../../../src-server/search/index/document-terms.ts';
import { FIELD } from '../../../../src-server/search/index/segment.ts';

describe('the terms of a document', () => {
  it.each([
    ['a text', (terms: DocumentTerms, term: number) => terms.addOccurrence(term), 1],
    ['a tag', (terms: DocumentTerms, term: number) => terms.addField(term, FIELD.tags), FIELD.tags],
    [
      'a symptom',
      (terms: DocumentTerms, term: number) => terms.addFieldInSection(term, FIELD.symptoms),
      FIELD.symptoms,
    ],
  ])('are all told to be in %s, however many there are', (_, add, frequency) => {
    const terms = new DocumentTerms();
    const numbers = Array.from({ length: 5_000 }, (_, number) => number);
    for (const number of numbers) add(terms, number);
    const finished = terms.finish();
    expect([...finished.terms]).toEqual(numbers);
    expect(numbers.filter((place) => finished.frequencies[place] !== frequency)).toEqual([]);
  });
});
