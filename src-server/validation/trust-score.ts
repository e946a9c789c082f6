/** The trust score and its five parts, as the specification adds them up. */

/** Most points each part can give; 100 together. */
export const TRUST_MAXIMA = {
  official_review: 40,
  stars: 20,
  community_votes: 20,
  update_freshness: 15,
  issue_health: 5,
} as const;

export type TrustPart = keyof typeof TRUST_MAXIMA;

export const TRUST_PARTS = Object.keys(TRUST_MAXIMA) as readonly TrustPart[];

/** Days after a library's release within which an update of its skill counts as fresh. */
export const FRESHNESS_DAYS = 60;

/** What trust scores a tier stands for. */
export const TIER_RANGES: Readonly<Record<string, readonly [lowest: number, highest: number]>> = {
  tier1: [90, 100],
  tier2: [50, 89],
};

/**
 * The score that the parts add up to, a whole number from 0 to 100; each part counts from 0 to its maximum, one that is
 * absent or no number as 0. Undefined where `sources` names none of the parts.
 */
export function trustScore(sources: unknown): number | undefined {
  if (typeof sources !== 'object' || sources === null) return undefined;
  const given = sources as Readonly<Record<string, unknown>>;
  if (!TRUST_PARTS.some((part) => typeof given[part] === 'number')) return undefined;
  const total = TRUST_PARTS.reduce((sum, part) => {
    const points = given[part];
    return typeof points === 'number' && Number.isFinite(points)
      ? sum + Math.min(Math.max(points, 0), TRUST_MAXIMA[part])
      : sum;
  }, 0);
  return Math.round(total);
}

/** Points for a repository's stars: 20 from 10,000, 15 from 5,000, 10 from 1,000, 5 below. */
export function starsPoints(stars: number): number {
  if (stars >= 10_000) return 20;
  if (stars >= 5_000) return 15;
  return stars >= 1_000 ? 10 : 5;
}

/** Points for freshness: 15 where the skill was updated within the 60 days after the library's release, else 0. */
export function freshnessPoints(updatedAt: Date, releasedAt: Date): number {
  const days = (updatedAt.getTime() - releasedAt.getTime()) / 86_400_000;
  return days >= 0 && days <= FRESHNESS_DAYS ? TRUST_MAXIMA.update_freshness : 0;
}
