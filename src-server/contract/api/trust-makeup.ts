/** By the specification, in display order. Sum: 100. */
export const TRUST_MAXIMA = {
  official_review: 40,
  stars: 20,
  community_votes: 20,
  update_freshness: 15,
  issue_health: 5,
} as const;

export type TrustPart = keyof typeof TRUST_MAXIMA;

/** How `trust_score` is made up, as judged by the rules. */
export interface TrustMakeup {
  /**
   * `summed`: the points add up to the score. `unreviewed`: starting score of tier2. `declared`: no part is given.
   * `contradicted`: the points add up to another number.
   */
  readonly kind: 'summed' | 'unreviewed' | 'declared' | 'contradicted';
  /** Declared or computed, 0 to the maximum; missing parts count 0. Absent without a declared part. */
  readonly points?: Readonly<Partial<Record<TrustPart, number>>>;
}
