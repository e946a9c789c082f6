import { ownMember } from '../../contract/api/json-object.ts';
import { TIER_RANGES } from '../../contract/api/trust-tiers.ts';
import { TRUST_MAXIMA, type TrustPart } from '../../contract/vocabulary.ts';
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
function declaredPoints({ trust_score_sources: sources }: Manifest, part: TrustPart): number | undefined {
  const points = ownMember(sources, part);
  return typeof points === 'number' && points >= 0 && points <= TRUST_MAXIMA[part] ? points : undefined;
}

function* starsMismatch(manifest: Manifest): Iterable<Finding> {
  const points = declaredPoints(manifest, 'stars');
  const { stars } = computedParts(manifest);
  if (points === undefined || points === stars) return;
  const counted = `${groupDigits(Number(manifest['repo_stars']))} stars give ${stars}`;
  const expected = stars === undefined ? 'the tiers are 20, 15, 10 and 5' : counted;
  const message = `Stars give ${points} points; ${expected}.`;
  if (stars !== undefined || !STARS_POINTS.includes(points))
    yield { code: 'trust-stars-tier', message, pointer: '/trust_score_sources/stars' };
}

function* freshnessMismatch(manifest: Manifest): Iterable<Finding> {
  const points = declaredPoints(manifest, 'update_freshness');
  const { update_freshness: computed } = computedParts(manifest);
  if (points === undefined || computed === undefined || points === computed) return;
  const [updated, released] = [manifest['updated_at'], manifest['released_at']].map((time) =>
    truncate(String(time)),
  );
  const message = `Freshness gives ${points} points; an update of ${updated} after a release of ${released} gives ${computed}.`;
  yield { code: 'trust-freshness', message, pointer: '/trust_score_sources/update_freshness' };
}

function* sumMismatch(declared: number, manifest: Manifest): Iterable<Finding> {
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
