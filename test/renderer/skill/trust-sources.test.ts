import { describe, expect, it } from 'vitest';
import { readTrustSources } from '../../../src-renderer/skill/trust-sources.ts';

const sources = {
  official_review: 40,
  stars: 20,
  community_votes: 20,
  update_freshness: 13,
  issue_health: 5,
};

describe('the breakdown of trust', () => {
  it('is drawn where it adds up to the score', () => {
    expect(readTrustSources(sources, 98)).toEqual(sources);
    expect(readTrustSources({ stars: 20 }, 20)).toEqual({ stars: 20 });
  });

  it('is not drawn where it contradicts the score or the specification', () => {
    expect(readTrustSources(sources, 97)).toBeUndefined();
    expect(readTrustSources({ ...sources, issue_health: 6 }, 99)).toBeUndefined();
    expect(readTrustSources({ stars: -1 }, -1)).toBeUndefined();
    expect(readTrustSources({ stars: '20' }, 20)).toBeUndefined();
    expect(readTrustSources(sources, undefined)).toBeUndefined();
    for (const value of [undefined, null, 'text', 5]) expect(readTrustSources(value, 0)).toBeUndefined();
  });
});
