import { TRUST_MAXIMA } from '../../contract/api/trust-makeup.ts';
import { TIER_RANGES } from '../../contract/api/trust-tiers.ts';
import { groupDigits } from '../../contract/words/group-digits.ts';
import type { FastRule, Finding } from '../finding.ts';
import { truncate } from '../truncate.ts';
import { computedParts, countedPoints, judgeTrust } from '../trust-score.ts';

const STARS_POINTS: readonly unknown[] = [0, 5, 10, 15, 20];

type Manifest = Readonly<Record<string, unknown>>;

/** The score is the sum of its sources and fits the tier; sources fit data. */
export const trust: FastRule = {
  codes: ['trust-score-mismatch', 'trust-stars-tier', 'trust-freshness', 'trust-tier-mismatch'],
  *check({ manifest }): Iterable<Finding> {
    const declared = manifest['trust_score'];
    // The schema reports scores outside of 0 to 100.
    if (typeof declared === 'number' && declared >= 0 && declared <= 100) {
      yield* sumMismatch(declared, manifest);
      yield* tierMismatch(declared, manifest['tier']);
    }
    yield* starsMismatch(manifest);
    yield* freshnessMismatch(manifest);
  },
};

/** The schema reports impossible points. */
function declaredPoints(manifest: Manifest, part: 'stars' | 'update_freshness'): number | undefined {
  const sources = manifest['trust_score_sources'];
  const points = typeof sources === 'object' && sources !== null ? (sources as Manifest)[part] : undefined;
  return typeof points === 'number' && points >= 0 && points <= TRUST_MAXIMA[part] ? points : undefined;
}

function* starsMismatch(manifest: Manifest): Iterable<Finding> {
  const points = declaredPoints(manifest, 'stars');
  const { stars } = computedParts(manifest);
  const pointer = '/trust_score_sources/stars';
  if (points === undefined) return;
  if (stars !== undefined && points !== stars)
    yield {
      code: 'trust-stars-tier',
      message: `Stars give ${points} points; ${groupDigits(Number(manifest['repo_stars']))} stars give ${stars}.`,
      pointer,
    };
  else if (!STARS_POINTS.includes(points))
    yield {
      code: 'trust-stars-tier',
      message: `Stars give ${points} points; the tiers are 20, 15, 10 and 5.`,
      pointer,
    };
}

function* freshnessMismatch(manifest: Manifest): Iterable<Finding> {
  const points = declaredPoints(manifest, 'update_freshness');
  const { update_freshness: computed } = computedParts(manifest);
  if (points === undefined || computed === undefined || points === computed) return;
  const { updated_at: updated, released_at: released } = manifest;
  yield {
    code: 'trust-freshness',
    message: `Freshness gives ${points} points; an update of ${truncate(String(updated))} after a release of ${truncate(String(released))} gives ${computed}.`,
    pointer: '/trust_score_sources/update_freshness',
  };
}

function* sumMismatch(declared: number, manifest: Manifest): Iterable<Finding> {
  if (judgeTrust(manifest)?.kind !== 'contradicted') return;
  const points = countedPoints(manifest) ?? [];
  const asDeclared = points.reduce((total, point) => total + point.declared, 0);
  // A source over its maximum explains a wrong sum.
  if (Math.abs(asDeclared - declared) < 1) return;
  const sum = points.reduce((total, { counts }) => total + counts, 0);
  yield {
    code: 'trust-score-mismatch',
    message: `"trust_score" is ${declared}, but its sources add up to ${points.map(({ counts }) => counts).join(' + ')} = ${sum}.`,
    pointer: '/trust_score',
  };
}

export function* tierMismatch(declared: number, tier: unknown): Iterable<Finding> {
  const range = rangeOf(tier);
  if (range !== undefined && (declared < range[0] || declared > range[1]))
    yield {
      code: 'trust-tier-mismatch',
      message: `"trust_score" is ${declared}; ${tier} stands for ${range[0]} to ${range[1]}.`,
      pointer: '/trust_score',
    };
}

function rangeOf(tier: unknown): readonly [lowest: number, highest: number] | undefined {
  return typeof tier === 'string' && Object.hasOwn(TIER_RANGES, tier) ? TIER_RANGES[tier] : undefined;
}
