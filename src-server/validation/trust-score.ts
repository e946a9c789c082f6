import type { TrustMakeup } from '../contract/api/api.ts';
import { ownMember } from '../contract/api/json-object.ts';
import { isUnreviewed } from '../contract/api/trust-tiers.ts';
import { TRUST_MAXIMA, type TrustPart } from '../contract/vocabulary.ts';
import { isoTime } from '../contract/words/iso-time.ts';

const TRUST_PARTS = Object.keys(TRUST_MAXIMA) as readonly TrustPart[];

/** 60 days before or after the library's release. */
const FRESH_MS = 60 * 86_400_000;

type Manifest = Readonly<Record<string, unknown>>;

/**
 * Sum of `trust_score_sources`, 0 to 100. Missing parts are computed if possible, otherwise 0. Undefined
 * without a declared part.
 */
export function trustScore(manifest: Manifest): number | undefined {
  const points = countedPoints(manifest);
  return points === undefined ? undefined : Math.round(points.reduce((sum, { counts }) => sum + counts, 0));
}

/**
 * Undefined without a score.
 * @param served score and tier may come from index.json
 */
export function judgeTrust(
  manifest: Manifest,
  { trust_score: score, tier }: Manifest = manifest,
): TrustMakeup | undefined {
  if (typeof score !== 'number') return undefined;
  const counted = countedPoints(manifest);
  const sum = counted?.reduce((total, { counts }) => total + counts, 0) ?? 0;
  const points = counted && Object.fromEntries(counted.map(({ part, counts }) => [part, counts]));
  // Fractions may round either way.
  if (points !== undefined && Math.abs(sum - score) < 1) return { kind: 'summed', points };
  const isStart = sum < score && isUnreviewed({ ...manifest, trust_score: score, tier });
  const kind = isStart ? 'unreviewed' : points === undefined ? 'declared' : 'contradicted';
  return { kind, ...(points && { points }) };
}

/** What counts is 0 to the maximum. Undefined without a declared part. */
export function countedPoints(manifest: Manifest) {
  const { trust_score_sources: sources } = manifest;
  if (!TRUST_PARTS.some((part) => typeof ownMember(sources, part) === 'number')) return undefined;
  const computed: Partial<Record<TrustPart, number>> = computedParts(manifest);
  return TRUST_PARTS.flatMap((part) => {
    const declared = ownMember(sources, part) ?? computed[part];
    if (typeof declared !== 'number' || !Number.isFinite(declared)) return [];
    return [{ part, declared, counts: Math.min(Math.max(declared, 0), TRUST_MAXIMA[part]) }];
  });
}

/** `released_at` is the library's release. */
export function computedParts(manifest: Manifest): Partial<Record<'stars' | 'update_freshness', number>> {
  const { repo_stars: stars, released_at: released, updated_at: updated } = manifest;
  const [releasedAt, updatedAt] = [isoTime(released), isoTime(updated)];
  return {
    ...(Number.isInteger(stars) && Number(stars) >= 0 && { stars: starsPoints(Number(stars)) }),
    ...(releasedAt !== undefined &&
      updatedAt !== undefined && {
        update_freshness: Math.abs(updatedAt - releasedAt) > FRESH_MS ? 0 : TRUST_MAXIMA.update_freshness,
      }),
  };
}

function starsPoints(stars: number): number {
  if (stars >= 10_000) return 20;
  if (stars >= 5_000) return 15;
  return stars >= 1_000 ? 10 : 5;
}
