/** Values that the specification lists. Others are served with a diagnostic. */
export const LANGUAGES = ['cpp', 'rust', 'python', 'go', 'js'] as const;

/** P0: before writing code; P3: reference. */
export const PRIORITIES = ['P0', 'P1', 'P2', 'P3'] as const;

export const VALUES = {
  tier: ['tier1', 'tier2'],
  group: ['main', 'contrib'],
  risk_level: ['high', 'medium', 'low'],
  skill_type: [
    'library',
    'framework',
    'sdk',
    'runtime',
    'tooling',
    'middleware',
    'database',
    'network',
    'ui',
    'compiler',
  ],
  source_type: ['repo', 'registry', 'mirror'],
} as const;

/** By the specification, in display order. Sum: 100. */
export const TRUST_MAXIMA = {
  official_review: 40,
  stars: 20,
  community_votes: 20,
  update_freshness: 15,
  issue_health: 5,
} as const;

export type TrustPart = keyof typeof TRUST_MAXIMA;
