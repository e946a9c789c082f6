import { ownMember, type TrustMakeup } from '../../contract/api.ts';
import { isUnreviewed, TIER_RANGES, TRUST_MAXIMA, type TrustPart } from '../../contract/skill-format.ts';
import { groupDigits, isoTime } from '../../contract/words.ts';
import { type CheckedSkill, type Finding, type Rule, truncate } from '../finding.ts';

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
 * Returns what the score is made of, or why it isn't: `summed`, `unreviewed`, `declared` or `contradicted`. Undefined
 * without a score.
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

/**
 * Returns the points of each part, as declared and as they count: within 0 and the maximum. Undefined without a declared
 * part.
 */
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

/**
 * Returns the points that follow from other fields: stars, and freshness by the time between `released_at` (of the
 * library) and `updated_at`.
 */
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

/** Points that may stand without the number of stars. A skill may also give none; the message names the tiers alone. */
const STARS_POINTS: readonly number[] = [0, 5, 10, 15, 20];

/** The score is the sum of its sources and fits the tier; sources fit data. */
export const trust: Rule = function* ({ manifest }) {
  const { trust_score: declared, trust_score_sources: sources } = manifest;
  // The schema reports scores outside of 0 to 100, and impossible points.
  if (typeof declared === 'number' && declared >= 0 && declared <= 100) {
    yield* sumMismatch(declared, manifest);
    yield* tierMismatch(declared, manifest['tier']);
  }
  const computed = computedParts(manifest);
  const given = (part: 'stars' | 'update_freshness') => {
    const points = ownMember(sources, part);
    const isPossible = typeof points === 'number' && points >= 0 && points <= TRUST_MAXIMA[part];
    return isPossible && points !== computed[part] ? points : undefined;
  };
  const [stars, freshness] = [given('stars'), given('update_freshness')];
  if (stars !== undefined && (computed.stars !== undefined || !STARS_POINTS.includes(stars))) {
    const counted = `${groupDigits(Number(manifest['repo_stars']))} stars give ${computed.stars}`;
    const expected = computed.stars === undefined ? 'the tiers are 20, 15, 10 and 5' : counted;
    const message = `Stars give ${stars} points; ${expected}.`;
    yield { code: 'trust-stars-tier', message, pointer: '/trust_score_sources/stars' };
  }
  if (freshness !== undefined && computed.update_freshness !== undefined) {
    const [updated, released] = [manifest['updated_at'], manifest['released_at']].map((time) =>
      truncate(String(time)),
    );
    const message = `Freshness gives ${freshness} points; an update of ${updated} after a release of ${released} gives ${computed.update_freshness}.`;
    yield { code: 'trust-freshness', message, pointer: '/trust_score_sources/update_freshness' };
  }
};

function* sumMismatch(declared: number, manifest: CheckedSkill['manifest']): Iterable<Finding> {
  if (judgeTrust(manifest)?.kind !== 'contradicted') return;
  const points = countedPoints(manifest) ?? [];
  // A source over its maximum explains a wrong sum.
  if (Math.abs(points.reduce((total, point) => total + point.declared, 0) - declared) < 1) return;
  const parts = points.map(({ counts }) => counts);
  const sum = `${parts.join(' + ')} = ${parts.reduce((total, part) => total + part, 0)}`;
  const message = `"trust_score" is ${declared}, but its sources add up to ${sum}.`;
  yield { code: 'trust-score-mismatch', message, pointer: '/trust_score' };
}

export function* tierMismatch(declared: number, tier: unknown): Iterable<Finding> {
  const isKnown = typeof tier === 'string' && Object.hasOwn(TIER_RANGES, tier);
  const [lowest, highest] = (isKnown && TIER_RANGES[tier]) || [0, 100];
  // An author's object may throw where it is made a text.
  const name = typeof tier === 'string' ? tier : 'a score';
  const message = `"trust_score" is ${declared}; ${name} stands for ${lowest} to ${highest}.`;
  if (declared < lowest || declared > highest)
    yield { code: 'trust-tier-mismatch', message, pointer: '/trust_score' };
}
