import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runToEnd } from '../../../../src-server/run-in-slices.ts';
import { DocumentTerms } from '../../../../src-server/search/index/document-terms.ts';
import { PostingLog } from '../../../../src-server/search/index/posting-log.ts';
import { BLOCK, startOfSections } from '../../../../src-server/search/index/segment.ts';

const TERMS = 300;
const posting = fc.record({
  term: fc.oneof(fc.nat(9), fc.nat(TERMS - 1)),
  frequency: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 65_535 })),
  // No byte of a section is 0.
  sections: fc.uint8Array({ min: 1, maxLength: 4 }),
});
const numbered = (count: number) => Uint32Array.from({ length: count }, (_, term) => term);
const documents = fc.array(fc.uniqueArray(posting, { selector: ({ term }) => term, maxLength: 30 }), {
  maxLength: 40,
});

it('turns the terms of documents into the documents of terms', () => {
  fc.assert(
    fc.property(documents, (all) => {
      const log = new PostingLog();
      for (const postings of all) {
        const starts = postings.map((_, i) =>
          postings.slice(0, i).reduce((sum, { sections }) => sum + sections.length, 0),
        );
        log.add({
          terms: Uint32Array.from(postings, ({ term }) => term),
          frequencies: Uint16Array.from(postings, ({ frequency }) => frequency),
          sectionStarts: Uint32Array.from(starts),
          sectionBytes: Uint8Array.from(postings.flatMap(({ sections }) => [...sections])),
        });
      }
      const postings = runToEnd(log.invert(numbered(TERMS)));
      const { postingStarts, postingDocuments, postingFrequencies, sectionStarts, sections } = postings;
      for (let term = 0; term < TERMS; term += 1) {
        const inverted = [];
        for (let i = postingStarts[term] ?? 0; i < (postingStarts[term + 1] ?? 0); i += 1) {
          const start = startOfSections(postings, i);
          const own = sections.slice(start, sections.indexOf(0, start));
          inverted.push([postingDocuments[i], postingFrequencies[i], [...own]]);
        }
        const wanted = all.flatMap((postings, document) =>
          postings
            .filter((one) => one.term === term)
            .map((one) => [document, one.frequency, [...one.sections]]),
        );
        expect(inverted).toEqual(wanted);
      }
      expect(postingStarts).toHaveLength(TERMS + 1);
      expect(sectionStarts).toHaveLength(Math.ceil(postingDocuments.length / BLOCK));
    }),
  );
});

it('holds documents that are larger than a piece, and more than one piece takes', () => {
  const log = new PostingLog();
  const most = 60_000;
  const lengths = [most, 1, most, most, 2];
  for (const length of lengths) {
    const terms = new DocumentTerms();
    for (let term = 0; term < length; term += 1) terms.addOccurrence(term);
    log.add(terms.finish());
  }
  const { postingStarts, postingDocuments } = runToEnd(log.invert(numbered(most)));
  const of = (term: number) => [...postingDocuments.subarray(postingStarts[term], postingStarts[term + 1])];
  expect(of(0)).toEqual([0, 1, 2, 3, 4]);
  expect(of(1)).toEqual([0, 2, 3, 4]);
  expect(of(most - 1)).toEqual([0, 2, 3]);
});

it('a damaged segment with fewer sections than postings keeps nobody waiting', () => {
  const damaged = { sectionStarts: Uint32Array.of(0), sections: Uint8Array.of(1, 1, 1) };
  expect(startOfSections(damaged, BLOCK - 1)).toBe(3);
});
