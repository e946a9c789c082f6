import { ownMember } from '../../contract/api/json-object.ts';
import { TIER_RANGES } from '../../contract/api/trust-tiers.ts';
import { TRUST_MAXIMA } from '../../contract/vocabulary.ts';
import { groupDigits } from '../../contract/words/group-digits.ts';
import type { CheckedSkill } from '../checked-skill.ts';
import type { Finding, Rule } from '../finding.ts';
import { truncate } from '../truncate.ts';
import { computedParts, countedPoints, judgeTrust } from '../trust-score.ts';

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
