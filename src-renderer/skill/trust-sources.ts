import { isUnreviewed } from '../../src-server/contract/api/trust-tiers.ts';
import { listWords } from '../text/format.ts';

/** By the specification; `most`: maximum. */
export const TRUST_PARTS = [
  { name: 'official_review', most: 40, word: 'Review', long: 'Maintainer review' },
  { name: 'stars', most: 20, word: 'Stars', long: 'Stars' },
  { name: 'community_votes', most: 20, word: 'Votes', long: 'Community votes' },
  { name: 'update_freshness', most: 15, word: 'Fresh', long: 'Freshness' },
  { name: 'issue_health', most: 5, word: 'Issues', long: 'Issue health' },
] as const;

type TrustPart = (typeof TRUST_PARTS)[number]['name'];
export const TRUST_MEANING = `From 0 to 100, the sum of ${listWords(TRUST_PARTS.map(({ long, most }) => `${long.toLowerCase()} (up to ${most})`))}. A solid bar shows five given parts that add up. An empty frame shows a declared number, or the starting score of a skill that nobody has reviewed.`;

export const TRUST_WORDS: Readonly<Record<Trust['kind'], string>> = {
  none: 'not given',
  proven: 'from its sources',
  unreviewed: 'unreviewed',
  declared: 'declared',
};

export type TrustSources = Readonly<Record<TrustPart, number>>;

/** Only the sum of the parts is verified. */
export type Trust =
  | { readonly kind: 'none' }
  | { readonly kind: 'proven'; readonly score: number; readonly sources: TrustSources }
  /** Initial score of tier2 without parts. */
  | { readonly kind: 'unreviewed'; readonly score: number }
  | {
      readonly kind: 'declared';
      readonly score: number;
      readonly gap: string;
      /** The parts can't add up to the score. */
      readonly isContradicted: boolean;
    };

/** Tolerance in points. */
const ROUNDING = 1;

type Judged = Readonly<Record<string, unknown>>;

/** Proven: all five parts given, within their maxima, and adding up. */
export function judgeTrust(score: number | undefined, skill: Judged): Trust {
  if (score === undefined) return { kind: 'none' };
  const given = readParts(skill['trust_score_sources']);
  if (Object.keys(given).length === 0 && isUnreviewed(skill)) return { kind: 'unreviewed', score };
  const contradiction = contradictionOf(score, given);
  const gap = contradiction ?? gapOf(given);
  return gap === undefined
    ? { kind: 'proven', score, sources: given as TrustSources }
    : { kind: 'declared', score, gap, isContradicted: contradiction !== undefined };
}

/** Parts of a proven score. */
export function readTrustSources(value: unknown, score: number | undefined): TrustSources | undefined {
  const trust = judgeTrust(score, { trust_score_sources: value });
  return trust.kind === 'proven' ? trust.sources : undefined;
}

function readParts(sources: unknown): GivenParts {
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

type GivenParts = Readonly<Partial<Record<TrustPart, number>>>;

/** Parts that rule out the score for any missing values. */
function contradictionOf(score: number, given: GivenParts): string | undefined {
  const parts = TRUST_PARTS.filter(({ name }) => given[name] !== undefined);
  if (parts.length === 0) return undefined;
  const outside = parts.find(({ name, most }) => !isWithin(given[name] ?? 0, most));
  if (outside !== undefined)
    return `${outside.long} is given as ${given[outside.name]} points; it goes from 0 to ${outside.most}.`;
  const sum = parts.reduce((total, { name }) => total + (given[name] ?? 0), 0);
  const most = TRUST_PARTS.reduce((total, part) => total + (given[part.name] ?? part.most), 0);
  const shown = (points: number): number => Number(points.toFixed(2));
  if (score > sum - ROUNDING && score < most + ROUNDING) return undefined;
  if (parts.length === TRUST_PARTS.length) return `Its five parts add up to ${shown(sum)}, not to ${score}.`;
  return score < sum
    ? `The parts that are given add up to ${shown(sum)} already, not to ${score}.`
    : `With all that is not given, its parts add up to ${shown(most)} at most, not to ${score}.`;
}

function gapOf(given: GivenParts): string | undefined {
  const missing = TRUST_PARTS.filter(({ name }) => given[name] === undefined);
  if (missing.length === 0) return undefined;
  if (missing.length === TRUST_PARTS.length)
    return 'The skill gives the number and none of its five parts, so nothing shows where it comes from.';
  return `Of its five parts, ${listWords(missing.map(({ long }) => long.toLowerCase()))} ${
    missing.length === 1 ? 'is' : 'are'
  } not given, so it is not known how it adds up.`;
}

function isWithin(points: number, most: number): boolean {
  return points >= 0 && points <= most;
}
