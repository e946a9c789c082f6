import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  judgeTrust as judge,
  readTrustSources,
  TRUST_PARTS,
} from '../../../src-renderer/skill/trust-sources.ts';

const sources = {
  official_review: 40,
  stars: 20,
  community_votes: 20,
  update_freshness: 13,
  issue_health: 5,
};

const judgeTrust = (score: number | undefined, parts: unknown, tier: string, more: object = {}) =>
  judge(score, { trust_score: score, trust_score_sources: parts, tier, ...more });

describe('trust', () => {
  it('is proven where all five parts are given and add up', () => {
    expect(judgeTrust(98, sources, 'tier1')).toEqual({ kind: 'proven', score: 98, sources });
    expect(judgeTrust(98, { ...sources, update_freshness: 12.6 }, 'tier2')).toMatchObject({ kind: 'proven' });
  });

  it('is only declared where the skill gives a number and nothing else', () => {
    for (const nothing of [undefined, null, 'text', 5, [], {}, { other: 3 }, { stars: '20' }])
      expect(judgeTrust(80, nothing, 'tier2')).toEqual({
        kind: 'declared',
        score: 80,
        gap: 'The skill gives the number and none of its five parts, so nothing shows where it comes from.',
        isContradicted: false,
      });
  });

  it('is what tier2 begins with where a skill gives that, and nothing of a review or votes', () => {
    for (const parts of [undefined, {}])
      expect(judgeTrust(50, parts, 'tier2')).toEqual({ kind: 'unreviewed', score: 50 });
    expect(
      judgeTrust(50, {}, 'tier2', { verified: false, official: false, votes: 0, community_rating: {} }),
    ).toMatchObject({ kind: 'unreviewed' });
    expect(judgeTrust(50, { stars: 20 }, 'tier2')).toMatchObject({ kind: 'declared' });
    for (const judged of [
      { verified: true },
      { official: true },
      { votes: 3 },
      { community_rating: { votes: 3 } },
    ])
      expect(judgeTrust(50, undefined, 'tier2', judged)).toMatchObject({ kind: 'declared' });
    for (const [score, tier] of [
      [51, 'tier2'],
      [50, 'tier1'],
      [90, 'tier2'],
      [50, 'tier3'],
    ] as const)
      expect(judgeTrust(score, undefined, tier)).toMatchObject({ kind: 'declared' });
  });

  it('is declared where tier1 has its lowest score, which no skill reaches without a review', () => {
    expect(judgeTrust(90, undefined, 'tier1')).toMatchObject({ kind: 'declared', isContradicted: false });
    expect(judgeTrust(90, { official_review: 0 }, 'tier1')).toMatchObject({
      kind: 'declared',
      isContradicted: true,
      gap: 'With all that is not given, its parts add up to 60 at most, not to 90.',
    });
  });

  it('is contradicted where the parts that are given can’t make it, not where some are missing', () => {
    expect(judgeTrust(50, { official_review: 40, stars: 20 }, 'tier2')).toMatchObject({
      isContradicted: true,
      gap: 'The parts that are given add up to 60 already, not to 50.',
    });
    expect(judgeTrust(97, sources, 'tier1')).toMatchObject({ isContradicted: true });
    expect(judgeTrust(80, { issue_health: 6 }, 'tier2')).toMatchObject({
      isContradicted: true,
      gap: 'Issue health is given as 6 points; it goes from 0 to 5.',
    });
    for (const score of [20, 80, 100])
      expect(judgeTrust(score, { stars: 20 }, 'tier2')).toMatchObject({ isContradicted: false });
  });

  it('says which parts are missing, even where the others add up', () => {
    expect(judgeTrust(20, { stars: 20 }, 'tier2')).toMatchObject({
      gap: 'Of its five parts, maintainer review, community votes, freshness and issue health are not given, so it is not known how it adds up.',
    });
    const { issue_health: _, ...four } = sources;
    expect(judgeTrust(93, four, 'tier2')).toMatchObject({
      kind: 'declared',
      gap: 'Of its five parts, issue health is not given, so it is not known how it adds up.',
    });
  });

  it('says which part is over its most, even where they add up', () => {
    expect(judgeTrust(99, { ...sources, issue_health: 6 }, 'tier2')).toMatchObject({
      gap: 'Issue health is given as 6 points; it goes from 0 to 5.',
    });
    expect(judgeTrust(77, { ...sources, stars: -1 }, 'tier2')).toMatchObject({ kind: 'declared' });
  });

  it('says what the parts add up to where that is another number', () => {
    expect(judgeTrust(97, sources, 'tier2')).toMatchObject({
      gap: 'Its five parts add up to 98, not to 97.',
    });
    expect(judgeTrust(100, sources, 'tier2')).toMatchObject({
      gap: 'Its five parts add up to 98, not to 100.',
    });
  });

  it('is none without a number, whatever the parts are', () => {
    expect(judgeTrust(undefined, sources, 'tier2')).toEqual({ kind: 'none' });
  });

  it('draws no bar that contradicts the number beside it', () => {
    expect(readTrustSources(sources, 98)).toEqual(sources);
    for (const [value, score] of [
      [sources, 97],
      [sources, undefined],
      [{ stars: 20 }, 20],
    ] as const)
      expect(readTrustSources(value, score)).toBeUndefined();
  });

  it('never proves a number over 100, nor takes a part from where it isn’t the skill’s own', () => {
    const points = fc.oneof(
      fc.integer({ min: -5, max: 45 }),
      fc.constant(Number.NaN),
      fc.constant(undefined),
    );
    const given = fc.record(
      Object.fromEntries(TRUST_PARTS.map(({ name }) => [name, points])) as Record<string, typeof points>,
    );
    fc.assert(
      fc.property(given, fc.integer({ min: -20, max: 220 }), (parts, score) => {
        const trust = judgeTrust(score, parts, 'tier2');
        if (trust.kind !== 'proven') return;
        expect(score).toBeLessThanOrEqual(100);
        expect(
          Math.abs(Object.values(parts).reduce((sum: number, part) => sum + (part ?? 0), 0) - score),
        ).toBe(0);
      }),
    );
    expect(judgeTrust(98, Object.create(sources), 'tier2')).toMatchObject({ kind: 'declared' });
  });
});
