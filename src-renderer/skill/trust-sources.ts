import { listWords } from '../text/format.ts';

/** Where trust comes from, by the specification: what each source can give at most. */
export const TRUST_PARTS = [
  { name: 'official_review', most: 40, word: 'Review', long: 'Maintainer review' },
  { name: 'stars', most: 20, word: 'Stars', long: 'Stars' },
  { name: 'community_votes', most: 20, word: 'Votes', long: 'Community votes' },
  { name: 'update_freshness', most: 15, word: 'Fresh', long: 'Freshness' },
  { name: 'issue_health', most: 5, word: 'Issues', long: 'Issue health' },
] as const;

type TrustPart = (typeof TRUST_PARTS)[number]['name'];
export const TRUST_MEANING = `From 0 to 100, the sum of ${listWords(TRUST_PARTS.map(({ long, most }) => `${long.toLowerCase()} (up to ${most})`))}. Solid where the five parts are given and add up; an empty frame where the number is only declared.`;

export type TrustSources = Readonly<Record<TrustPart, number>>;

/** What a score of trust rests on. That its parts add up is all that is checked, not who counted the stars. */
export type Trust =
  | { readonly kind: 'none' }
  | { readonly kind: 'proven'; readonly score: number; readonly sources: TrustSources }
  /** What every skill of its tier may begin with, and no part: it claims nothing that would have to be shown. */
  | { readonly kind: 'unreviewed'; readonly score: number }
  | {
      readonly kind: 'declared';
      readonly score: number;
      /** One sentence: what is missing to show where the number comes from. */
      readonly gap: string;
    };

/** Fractions of a point may round either way. */
const ROUNDING = 1;

/** The lowest score of each tier: a skill that nobody has reviewed or voted for may have it, whatever its library is. */
const LOWEST: ReadonlyMap<unknown, number> = new Map([
  ['tier1', 90],
  ['tier2', 50],
]);

/**
 * A score is proven where all five parts are given, none is over its most, and they add up to it. The lowest score of
 * its tier without any part is what a skill has before anybody reviewed it.
 */
export function judgeTrust(score: number | undefined, sources: unknown, tier: unknown): Trust {
  if (score === undefined) return { kind: 'none' };
  const given = readParts(sources);
  if (score === LOWEST.get(tier) && Object.keys(given).length === 0) return { kind: 'unreviewed', score };
  const gap = gapOf(score, given);
  return gap === undefined
    ? { kind: 'proven', score, sources: given as TrustSources }
    : { kind: 'declared', score, gap };
}

/** The breakdown where it proves the score, else undefined: any other would draw a bar that contradicts the number. */
export function readTrustSources(value: unknown, score: number | undefined): TrustSources | undefined {
  const trust = judgeTrust(score, value, undefined);
  return trust.kind === 'proven' ? trust.sources : undefined;
}

function readParts(sources: unknown): Readonly<Partial<Record<TrustPart, number>>> {
  if (typeof sources !== 'object' || sources === null) return {};
  const given: Partial<Record<TrustPart, number>> = {};
  for (const { name } of TRUST_PARTS) {
    const points: unknown = Object.hasOwn(sources, name)
      ? (sources as Record<string, unknown>)[name]
      : undefined;
    if (typeof points === 'number' && Number.isFinite(points)) given[name] = points;
  }
  return given;
}

function gapOf(score: number, given: Readonly<Partial<Record<TrustPart, number>>>): string | undefined {
  const missing = TRUST_PARTS.filter(({ name }) => given[name] === undefined);
  if (missing.length === TRUST_PARTS.length)
    return 'The skill gives the number and none of its five parts, so nothing shows where it comes from.';
  if (missing.length > 0)
    return `Of its five parts, ${listWords(missing.map(({ long }) => long.toLowerCase()))} ${
      missing.length === 1 ? 'is' : 'are'
    } not given, so it is not known how it adds up.`;
  const outside = TRUST_PARTS.find(({ name, most }) => !isWithin(given[name] ?? 0, most));
  if (outside !== undefined)
    return `${outside.long} is given as ${given[outside.name]} points; it goes from 0 to ${outside.most}.`;
  const sum = TRUST_PARTS.reduce((total, { name }) => total + (given[name] ?? 0), 0);
  return Math.abs(sum - score) < ROUNDING
    ? undefined
    : `Its five parts add up to ${Number(sum.toFixed(2))}, not to ${score}.`;
}

function isWithin(points: number, most: number): boolean {
  return points >= 0 && points <= most;
}
