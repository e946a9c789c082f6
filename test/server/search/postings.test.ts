import fc from 'fast-check';
import { expect, it } from 'vitest';
import { frequencyOf, Postings, skillOf } from '../../../src-server/search/inverted-index.ts';

const TERMS = 6;
const SKILLS = [0, 1, 2, 7, 300, 40_000, 65_535];
const change = fc.record({
  kind: fc.constantFrom('put', 'put', 'put', 'remove', 'keep', 'many'),
  term: fc.nat(TERMS - 1),
  skill: fc.constantFrom(...SKILLS),
  frequency: fc.nat(0xffff),
});

it('the skills of each term stand in their order, whatever is put, replaced and removed', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const postings = new Postings();
      const expected = Array.from({ length: TERMS }, () => new Map<number, number>());
      for (let term = 0; term < TERMS; term += 1) postings.addTerm(term);
      const put = (term: number, skill: number, frequency: number) => {
        postings.put(term, (skill << 16) | frequency);
        expected[term]?.set(skill, frequency);
      };
      for (const { kind, term, skill, frequency } of changes) {
        const known = expected[term] as Map<number, number>;
        if (kind === 'put') put(term, skill, frequency);
        // Lists that outgrow the array several times.
        else if (kind === 'many') for (let one = 0; one < 4_000; one += 1) put(term, one, frequency);
        else if (kind === 'remove' && known.delete(skill)) postings.remove(term, skill);
        else if (kind === 'keep') {
          postings.keep(term, (one) => one !== skill && one % 3 !== 1);
          for (const one of known.keys()) if (one === skill || one % 3 === 1) known.delete(one);
        }
      }
      for (const [term, known] of expected.entries()) {
        const found = Array.from(postings.of(term), (one) => [skillOf(one), frequencyOf(one)]);
        expect(found).toEqual([...known].sort(([a], [b]) => a - b));
        expect(postings.lengthOf(term)).toBe(known.size);
      }
    }),
    { numRuns: 100 },
  );
});
