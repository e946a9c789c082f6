import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computedParts,
  countedPoints,
  judgeTrust,
  trustScore as scoreOf,
} from '../../../src-server/validation/rules/trust.ts';

const trustScore = (sources: unknown) => scoreOf({ trust_score_sources: sources });

describe('trustScore', () => {
  it('adds up the sources', () => {
    expect(
      trustScore({
        official_review: 30,
        stars: 20,
        community_votes: 12,
        update_freshness: 15,
        issue_health: 4,
      }),
    ).toBe(81);
  });

  it.each([undefined, null, 'high', {}, { karma: 3 }])('is unknown for %j', (sources) => {
    expect(trustScore(sources)).toBeUndefined();
  });

  it('is a whole number from 0 to 100 whatever the sources', () => {
    const sources = fc.record(
      { official_review: fc.double(), stars: fc.double(), issue_health: fc.anything() },
      { requiredKeys: ['stars'] },
    );
    fc.assert(
      fc.property(sources, (given) => {
        const score = trustScore(given) ?? 0;
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
      }),
    );
  });
});

describe('the points for stars', () => {
  it.each([
    [0, 5],
    [999, 5],
    [1_000, 10],
    [4_999, 10],
    [5_000, 15],
    [9_999, 15],
    [10_000, 20],
    [200_000, 20],
  ])('are for %i stars %i', (repo_stars, points) => {
    expect(computedParts({ repo_stars })).toEqual({ stars: points });
  });

  it.each([undefined, -1, 1.5, '12000', null])('are unknown where repo_stars is %j', (repo_stars) => {
    expect(computedParts({ repo_stars })).toEqual({});
  });
});

describe('the points for freshness', () => {
  const released_at = '2026-01-01T00:00:00Z';
  it.each([
    ['on the day', '2026-01-01T00:00:00Z', 15],
    ['60 days later', '2026-03-02T00:00:00Z', 15],
    ['a moment more than 60 days later', '2026-03-02T00:00:01Z', 0],
    ['60 days before', '2025-11-02T00:00:00Z', 15],
    ['a moment more than 60 days before', '2025-11-01T23:59:59Z', 0],
  ])('for an update %s', (_when, updated_at, points) => {
    expect(computedParts({ released_at, updated_at })).toEqual({ update_freshness: points });
  });

  it.each(['soon', undefined, 7])('are unknown where released_at is %j', (released) => {
    expect(computedParts({ released_at: released, updated_at: released_at })).toEqual({});
  });
});

describe('parts that are not declared', () => {
  const told = { repo_stars: 6_000, released_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-09T00:00:00Z' };

  it('are computed where the data is there', () => {
    expect(scoreOf({ ...told, trust_score_sources: { official_review: 30 } })).toBe(30 + 15 + 15);
  });

  it('give way to what is declared', () => {
    expect(scoreOf({ ...told, trust_score_sources: { stars: 20, update_freshness: 0 } })).toBe(20);
  });

  it('make no score where none is declared', () => {
    expect(countedPoints(told)).toBeUndefined();
  });
});

describe('how a score is made up', () => {
  const parts = {
    official_review: 40,
    stars: 20,
    community_votes: 20,
    update_freshness: 13,
    issue_health: 5,
  };
  const kindOf = (manifest: object) => judgeTrust(manifest as Record<string, unknown>)?.kind;

  it('is its parts where they add up, fractions included', () => {
    expect(judgeTrust({ trust_score: 98, trust_score_sources: parts })).toEqual({
      kind: 'summed',
      points: parts,
    });
    expect(kindOf({ trust_score: 98, trust_score_sources: { ...parts, update_freshness: 12.6 } })).toBe(
      'summed',
    );
  });

  it('is only declared where the skill gives a number and nothing else', () => {
    for (const nothing of [undefined, null, 'text', 5, [], {}, { other: 3 }, { stars: '20' }])
      expect(judgeTrust({ trust_score: 80, tier: 'tier2', trust_score_sources: nothing })).toEqual({
        kind: 'declared',
      });
  });

  it('is what tier2 begins with where nobody reviewed or voted', () => {
    const start = { trust_score: 50, tier: 'tier2' };
    for (const unjudged of [{}, { trust_score_sources: { stars: 20 } }, { verified: false, votes: 0 }])
      expect(kindOf({ ...start, ...unjudged })).toBe('unreviewed');
    for (const judged of [
      { verified: true },
      { official: true },
      { votes: 3 },
      { community_rating: { votes: 3 } },
    ])
      expect(kindOf({ ...start, ...judged })).toBe('declared');
    for (const other of [{ trust_score: 51 }, { tier: 'tier1' }, { trust_score: 90 }])
      expect(kindOf({ ...start, ...other })).toBe('declared');
  });

  it('is contradicted by parts that add up to another number, a part over its maximum included', () => {
    for (const contradicted of [
      { trust_score: 97, trust_score_sources: parts },
      { trust_score: 80, trust_score_sources: { stars: 20 } },
      { trust_score: 90, tier: 'tier1', trust_score_sources: { official_review: 0, stars: 20 } },
      { trust_score: 99, trust_score_sources: { ...parts, issue_health: 6 } },
    ])
      expect(kindOf(contradicted)).toBe('contradicted');
  });

  it('takes score and tier as they are served, from index.json', () => {
    const manifest = { trust_score_sources: parts };
    expect(judgeTrust(manifest)).toBeUndefined();
    expect(judgeTrust(manifest, { trust_score: 98 })?.kind).toBe('summed');
    expect(judgeTrust({}, { trust_score: 50, tier: 'tier2' })?.kind).toBe('unreviewed');
  });
});
