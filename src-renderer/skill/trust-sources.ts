/** Where trust comes from, by the specification: what each source can give at most. */
export const TRUST_PARTS = [
  { name: 'official_review', most: 40, word: 'Review', long: 'Maintainer review' },
  { name: 'stars', most: 20, word: 'Stars', long: 'Stars' },
  { name: 'community_votes', most: 20, word: 'Votes', long: 'Community votes' },
  { name: 'update_freshness', most: 15, word: 'Fresh', long: 'Freshness' },
  { name: 'issue_health', most: 5, word: 'Issues', long: 'Issue health' },
] as const;

export type TrustSources = Readonly<Partial<Record<(typeof TRUST_PARTS)[number]['name'], number>>>;

/**
 * The breakdown as a registry gives it, or undefined where it gives none that adds up: a breakdown whose sum is not
 * the score would draw a bar that contradicts the number beside it.
 */
export function readTrustSources(value: unknown, score: number | undefined): TrustSources | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const sources: Record<string, number> = {};
  let sum = 0;
  for (const { name, most } of TRUST_PARTS) {
    const points: unknown = (value as Record<string, unknown>)[name];
    if (points === undefined) continue;
    if (typeof points !== 'number' || points < 0 || points > most) return undefined;
    sources[name] = points;
    sum += points;
  }
  return sum === score ? sources : undefined;
}
