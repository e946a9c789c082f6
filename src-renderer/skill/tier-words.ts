const TIERS: Readonly<Record<string, string>> = {
  tier1: 'tier1 in the format: looked after by the people who keep the registry.',
  tier2: 'tier2 in the format: handed in by others.',
};

/** Undefined for unknown tiers. */
export function tierMeaning(tier: string): string | undefined {
  return Object.hasOwn(TIERS, tier) ? TIERS[tier] : undefined;
}

export const TIER_MEANING =
  'Who looks after a skill. Curated, tier1 in the format: the people who keep the registry. Community, tier2: others handed it in.';
