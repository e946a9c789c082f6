/** The trust score and its five parts, as the specification adds them up. */

/** Most points each part can give; 100 together. */
export const TRUST_MAXIMA = {
  official_review: 40,
  stars: 20,
  community_votes: 20,
  update_freshness: 15,
  issue_health: 5,
} as const;

/** One of the five parts of a trust score. */
export type TrustPart = keyof typeof TRUST_MAXIMA;

/** The parts, in the order in which they are shown. */
export const TRUST_PARTS = Object.keys(TRUST_MAXIMA) as readonly TrustPart[];

/** Days after a library's release within which an update of its skill counts as fresh. */
export const FRESHNESS_DAYS = 60;

/** What of skill.json the trust score is made from. */
type Manifest = Readonly<Record<string, unknown>>;

/**
 * The score that the parts of `trust_score_sources` add up to, a whole number from 0 to 100; each part counts from 0 to
 * its maximum. A part that is not declared is computed where skill.json has what it takes (`computedParts`), else it
 * counts 0. Undefined where no part is declared.
 */
export function trustScore(manifest: Manifest): number | undefined {
  const points = countedPoints(manifest);
  return points === undefined ? undefined : Math.round(points.reduce((sum, { counts }) => sum + counts, 0));
}

/** A part of the score that is declared or computed. */
export interface CountedPart {
  readonly part: TrustPart;
  /** As it is declared; may be over the maximum. */
  readonly declared: number;
  /** From 0 to the part's maximum. */
  readonly counts: number;
}

/** The parts that make the score; undefined where none is declared. */
export function countedPoints(manifest: Manifest): readonly CountedPart[] | undefined {
  const sources = manifest['trust_score_sources'];
  if (typeof sources !== 'object' || sources === null) return undefined;
  const given = sources as Readonly<Record<string, unknown>>;
  if (!TRUST_PARTS.some((part) => typeof given[part] === 'number')) return undefined;
  const computed: Partial<Record<TrustPart, number>> = computedParts(manifest);
  return TRUST_PARTS.flatMap((part) => {
    const declared = given[part] ?? computed[part];
    if (typeof declared !== 'number' || !Number.isFinite(declared)) return [];
    return [{ part, declared, counts: Math.min(Math.max(declared, 0), TRUST_MAXIMA[part]) }];
  });
}

/**
 * The parts that follow from other fields: stars from `repo_stars`, freshness from `released_at` (when the library's
 * version was released) and `updated_at`.
 */
export function computedParts(manifest: Manifest): Partial<Record<'stars' | 'update_freshness', number>> {
  const { repo_stars: stars, released_at: released, updated_at: updated } = manifest;
  const [releasedAt, updatedAt] = [timeOf(released), timeOf(updated)];
  return {
    ...(Number.isInteger(stars) && Number(stars) >= 0 && { stars: starsPoints(Number(stars)) }),
    ...(releasedAt && updatedAt && { update_freshness: freshnessPoints(updatedAt, releasedAt) }),
  };
}

function timeOf(value: unknown): Date | undefined {
  const time = typeof value === 'string' ? new Date(value) : undefined;
  return time === undefined || Number.isNaN(time.getTime()) ? undefined : time;
}

/** Points for a repository's stars: 20 from 10,000, 15 from 5,000, 10 from 1,000, 5 below. */
function starsPoints(stars: number): number {
  if (stars >= 10_000) return 20;
  if (stars >= 5_000) return 15;
  return stars >= 1_000 ? 10 : 5;
}

/** Points for freshness: 15 where the skill was updated within the 60 days after the library's release, else 0. */
function freshnessPoints(updatedAt: Date, releasedAt: Date): number {
  const days = (updatedAt.getTime() - releasedAt.getTime()) / 86_400_000;
  return days >= 0 && days <= FRESHNESS_DAYS ? TRUST_MAXIMA.update_freshness : 0;
}
