import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SkillRow } from '../../../../src-renderer/skill/skill-row.ts';
import type { Trust } from '../../../../src-renderer/skill/trust-words.ts';
import {
  applyFilters,
  type BrowseFilters,
  countActive,
  FACETS,
  facetValues,
  NOT_GIVEN,
  readFilters,
  SORTS,
  toggleValue,
  writeFilters,
} from '../../../../src-renderer/views/browse/browse-filters.ts';

const none = readFilters(new URLSearchParams());

const declared = (score: number): Trust => ({ score, makeup: { kind: 'declared' } });

function row(changes: Partial<SkillRow> & { key: string }): SkillRow {
  return {
    name: changes.key,
    place: '',
    language: 'rust',
    tier: 'tier1',
    group: 'main',
    type: 'library',
    risk: 'low',
    version: undefined,
    summary: undefined,
    tags: [],
    trust: declared(50),
    registry: undefined,
    shadows: [],
    completeness: 100,
    updatedAt: '2026-01-01',
    sourceUrl: undefined,
    verified: false,
    official: false,
    ...changes,
  };
}

const value = fc.constantFrom('a', 'b', 'c', 'constructor');
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
const rows = fc.uniqueArray(
  fc
    .record({
      key: fc.string({ minLength: 1 }),
      language: value,
      tier: maybe(value),
      group: maybe(value),
      type: maybe(value),
      risk: maybe(value),
      tags: fc.uniqueArray(value),
      trust: maybe(fc.integer({ min: 0, max: 100 }).map(declared)),
      completeness: maybe(fc.integer({ min: 0, max: 100 })),
      updatedAt: maybe(value),
      verified: fc.boolean(),
    })
    .map(row),
  { selector: ({ key }) => key },
);
const values = fc.uniqueArray(fc.constantFrom('a', 'b', '')).map((list) => new Set(list));
const filters: fc.Arbitrary<BrowseFilters> = fc.record({
  chosen: fc.record({
    language: values,
    risk: values,
    tier: values,
    group: values,
    type: values,
    tag: values,
  }),
  name: fc.constantFrom('', ' ', 'a', 'A b'),
  trust: fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 })),
  onlyProblems: fc.boolean(),
  onlyVerified: fc.boolean(),
  sort: fc.constantFrom(...SORTS),
  ascending: fc.boolean(),
});
const problems = (key: string) => key.length % 2 === 0;

describe('filters in the URL', () => {
  it('come back unchanged', () => {
    fc.assert(
      fc.property(filters, (given) => {
        expect(readFilters(new URLSearchParams(writeFilters(given).toString()))).toEqual(given);
      }),
    );
  });

  it('are nothing where nothing is chosen', () => {
    expect(writeFilters(none).toString()).toBe('');
    expect(countActive(none)).toBe(0);
  });

  it('that somebody made up are as if they weren’t there', () => {
    const made = readFilters(new URLSearchParams('trust=x-900&sort=magic&order=up'));
    expect(made.trust).toEqual([0, 100]);
    expect(made.sort).toBe('risk');
  });
});

describe('the filtered list', () => {
  it('promises for each value what choosing it alone in its facet would give', () => {
    fc.assert(
      fc.property(rows, filters, fc.constantFrom(...FACETS), (all, given, facet) => {
        const { counts } = applyFilters(all, given, problems);
        for (const [option, count] of counts[facet]) {
          const alone = toggleValue(
            { ...given, chosen: { ...given.chosen, [facet]: new Set() } },
            facet,
            option,
          );
          expect(applyFilters(all, alone, problems).rows).toHaveLength(count);
        }
      }),
    );
  });

  it('says of each filter how many it alone hides', () => {
    fc.assert(
      fc.property(rows, filters, (all, given) => {
        const { hidden, rows: shown } = applyFilters(all, given, problems);
        const without = applyFilters(all, { ...given, trust: [0, 100] }, problems).rows.length;
        expect(without).toBe(shown.length + (hidden.get('trust') ?? 0));
      }),
    );
  });

  it('is in order, with what isn’t given last', () => {
    fc.assert(
      fc.property(rows, fc.boolean(), (all, ascending) => {
        const sorted = applyFilters(all, { ...none, sort: 'trust', ascending }, problems).rows;
        expect(sorted).toHaveLength(all.length);
        const given = sorted.flatMap(({ trust }) => (trust === undefined ? [] : [trust.score]));
        expect(given).toEqual([...given].sort((a, b) => (ascending ? a - b : b - a)));
        expect(sorted.slice(given.length).every(({ trust }) => trust === undefined)).toBe(true);
      }),
    );
  });

  it('is the same whatever order the skills come in', () => {
    fc.assert(
      fc.property(rows, filters, (all, given) => {
        const keys = (list: readonly SkillRow[]) =>
          applyFilters(list, given, problems).rows.map(({ key }) => key);
        expect(keys([...all].reverse())).toEqual(keys(all));
      }),
    );
  });

  it('keeps a skill without a score only while all scores pass', () => {
    const all = [
      row({ key: 'a', trust: undefined }),
      row({ key: 'b', trust: declared(0) }),
      row({ key: 'c', trust: declared(100) }),
    ];
    expect(applyFilters(all, none, problems).rows).toHaveLength(3);
    expect(applyFilters(all, { ...none, trust: [0, 99] }, problems).rows.map(({ key }) => key)).toEqual([
      'b',
    ]);
  });

  it('draws every given score into the histogram, odd ones at its ends', () => {
    const all = [-5, 0, 4, 5, 99, 100, 1000].map((trust) =>
      row({ key: String(trust), trust: declared(trust) }),
    );
    const { trustHistogram } = applyFilters(all, none, problems);
    expect(trustHistogram.reduce((sum, count) => sum + count, 0)).toBe(7);
    expect([trustHistogram[0], trustHistogram[1], trustHistogram.at(-1)]).toEqual([3, 1, 3]);
  });
});

describe('the values of a facet', () => {
  it('are all that any skill has, each once', () => {
    fc.assert(
      fc.property(rows, filters, fc.constantFrom(...FACETS), (all, given, facet) => {
        const listed = facetValues(all)[facet];
        expect(new Set(listed).size).toBe(listed.length);
        for (const option of applyFilters(all, given, problems).counts[facet].keys())
          expect(listed).toContain(option);
      }),
    );
  });

  it('stand by how many have them, risks by weight, and what is not given last', () => {
    const all = [
      row({ key: '1', language: 'go', risk: 'low' }),
      row({ key: '2', language: 'rust', risk: 'low' }),
      row({ key: '3', language: 'rust', risk: 'high', type: undefined }),
      row({ key: '4', language: 'cpp', risk: 'odd', type: undefined }),
      row({ key: '5', language: 'rust', risk: undefined }),
    ];
    const values = facetValues(all);
    expect(values.language).toEqual(['rust', 'cpp', 'go']);
    expect(values.risk).toEqual(['high', 'low', 'odd', NOT_GIVEN]);
    expect(values.type).toEqual(['library', NOT_GIVEN]);
  });
});
