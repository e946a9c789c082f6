import type { FastRule, Finding } from '../finding.ts';
import { TIER_RANGES, TRUST_MAXIMA, TRUST_PARTS, trustScore } from '../trust-score.ts';

const STARS_POINTS: readonly unknown[] = [0, 5, 10, 15, 20];

/** The trust score is the sum of its sources, and lies where its tier says. */
export const trust: FastRule = {
  codes: ['trust-score-mismatch', 'trust-stars-tier', 'trust-tier-mismatch'],
  *check({ manifest }): Iterable<Finding> {
    const declared = manifest['trust_score'];
    const sources = manifest['trust_score_sources'];
    if (typeof declared === 'number' && isScore(declared)) {
      yield* sumMismatch(declared, sources);
      yield* tierMismatch(declared, manifest['tier']);
    }
    const stars = sourceOf(sources, 'stars');
    if (
      typeof stars === 'number' &&
      stars >= 0 &&
      stars <= TRUST_MAXIMA.stars &&
      !STARS_POINTS.includes(stars)
    )
      yield {
        code: 'trust-stars-tier',
        message: `Stars give ${stars} points; the tiers are 20, 15, 10 and 5.`,
        pointer: '/trust_score_sources/stars',
      };
  },
};

/** A score outside of 0 to 100 is the schema's to report. */
function isScore(value: number): boolean {
  return value >= 0 && value <= 100;
}

function sourceOf(sources: unknown, part: string): unknown {
  return typeof sources === 'object' && sources !== null
    ? (sources as Readonly<Record<string, unknown>>)[part]
    : undefined;
}

function* sumMismatch(declared: number, sources: unknown): Iterable<Finding> {
  if (trustScore(sources) === undefined) return;
  const points = TRUST_PARTS.map((part) => sourceOf(sources, part)).filter(
    (value) => typeof value === 'number',
  );
  const sum = points.reduce((total, value) => total + value, 0);
  // Fractions of a point may round either way.
  if (Math.abs(sum - declared) >= 1)
    yield {
      code: 'trust-score-mismatch',
      message: `"trust_score" is ${declared}, but its sources add up to ${points.join(' + ')} = ${sum}.`,
      pointer: '/trust_score',
    };
}

function* tierMismatch(declared: number, tier: unknown): Iterable<Finding> {
  const range = typeof tier === 'string' && Object.hasOwn(TIER_RANGES, tier) ? TIER_RANGES[tier] : undefined;
  if (range !== undefined && (declared < range[0] || declared > range[1]))
    yield {
      code: 'trust-tier-mismatch',
      message: `"trust_score" is ${declared}; ${tier} stands for ${range[0]} to ${range[1]}.`,
      pointer: '/trust_score',
    };
}
