export const TIER_RANGES: Readonly<Record<string, readonly [lowest: number, highest: number]>> = {
  tier1: [90, 100],
  tier2: [50, 89],
};

/** Lowest score of tier2, without review points, votes, `verified` or `official`. */
export function isUnreviewed(manifest: Readonly<Record<string, unknown>>): boolean {
  const { tier, trust_score: score, verified, official, votes } = manifest;
  const { official_review: review, community_votes: points } = recordOf(manifest['trust_score_sources']);
  const { votes: ratings } = recordOf(manifest['community_rating']);
  const isJudged = [review, points, votes, ratings].some((count) => typeof count === 'number' && count > 0);
  return (
    tier === 'tier2' &&
    score === TIER_RANGES['tier2']?.[0] &&
    verified !== true &&
    official !== true &&
    !isJudged
  );
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
