import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  freshnessPoints,
  starsPoints,
  TRUST_MAXIMA,
  trustScore,
} from '../../../src-server/validation/trust-score.ts';

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

  it('is 100 where every source has its maximum', () => {
    expect(trustScore(TRUST_MAXIMA)).toBe(100);
  });

  it('counts a source up to its maximum', () => {
    expect(trustScore({ issue_health: 10 })).toBe(5);
  });

  it('counts what is no number as nothing', () => {
    expect(trustScore({ stars: 10, official_review: '40', community_votes: Number.NaN })).toBe(10);
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

describe('starsPoints', () => {
  it.each([
    [0, 5],
    [999, 5],
    [1_000, 10],
    [4_999, 10],
    [5_000, 15],
    [9_999, 15],
    [10_000, 20],
    [200_000, 20],
  ])('gives for %i stars %i points', (stars, points) => {
    expect(starsPoints(stars)).toBe(points);
  });
});

describe('freshnessPoints', () => {
  const released = new Date('2026-01-01T00:00:00Z');
  it.each([
    ['on the day', '2026-01-01T00:00:00Z', 15],
    ['60 days later', '2026-03-02T00:00:00Z', 15],
    ['a moment more than 60 days later', '2026-03-02T00:00:01Z', 0],
    ['before the release', '2025-12-31T23:59:59Z', 0],
  ])('for an update %s', (_when, updated, points) => {
    expect(freshnessPoints(new Date(updated), released)).toBe(points);
  });
});
