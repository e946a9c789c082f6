import {
  TRUST_MAXIMA,
  type TrustMakeup,
  type TrustPart,
} from '../../src-server/contract/api/trust-makeup.ts';
import { listWords } from '../text/format.ts';

const LONG: Readonly<Record<TrustPart, string>> = {
  official_review: 'maintainer review',
  stars: 'stars',
  community_votes: 'community votes',
  update_freshness: 'freshness',
  issue_health: 'issue health',
};

export const TRUST_PARTS = Object.entries(TRUST_MAXIMA).map(([part, most]) => {
  const name = part as TrustPart;
  return { name, most, long: LONG[name] };
});

export const TRUST_MEANING = `From 0 to 100, the sum of ${listWords(TRUST_PARTS.map(({ long, most }) => `${long} (up to ${most})`))}. A bold number is the sum of its parts. A pale one is declared, or the starting score of a skill that nobody has reviewed.`;

export const TRUST_WORDS: Readonly<Record<TrustMakeup['kind'], string>> = {
  summed: 'from its sources',
  unreviewed: 'unreviewed',
  declared: 'declared',
  contradicted: 'declared',
};

export interface Trust {
  readonly score: number;
  readonly makeup: TrustMakeup;
}

/** Contradiction of score and parts, as a sentence. */
export function trustDoubt({ score, makeup: { kind, points = {} } }: Trust): string | undefined {
  if (kind !== 'contradicted') return undefined;
  const sum = Object.values(points).reduce((total, part) => total + part, 0);
  return `Its parts add up to ${Number(sum.toFixed(2))}, not to ${score}.`;
}
