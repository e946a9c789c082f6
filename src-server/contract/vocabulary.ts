/** The languages that the specification lists, as of all values below. Others are served with a diagnostic. */
export const LANGUAGES = ['cpp', 'rust', 'python', 'go', 'js'] as const;

// A map: a language may be named `constructor`.
const LANGUAGE_NAMES: ReadonlyMap<string, string> = new Map([
  ['cpp', 'C++'],
  ['rust', 'Rust'],
  ['python', 'Python'],
  ['go', 'Go'],
  ['js', 'JavaScript'],
]);

/** Returns the name of a language, as `C++` for `cpp`; an unlisted one stays as it is written. */
export function languageName(language: string): string {
  return LANGUAGE_NAMES.get(language) ?? language;
}

/** The reading priorities of files: P0 is read before writing code, P3 is for reference. */
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

/** The most points of each part of a trust score, in the order of display. Together they are 100. */
export const TRUST_MAXIMA = {
  official_review: 40,
  stars: 20,
  community_votes: 20,
  update_freshness: 15,
  issue_health: 5,
} as const;

export type TrustPart = keyof typeof TRUST_MAXIMA;

/** Words that certainly mean a listed value, by field. */
const ALIASES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  tier: { curated: 'tier1', community: 'tier2' },
  // Community submissions come from the registry, not from a library's repository or a mirror.
  source_type: { community: 'registry' },
};

/** Fields whose values the specification lists. */
export const LISTED_FIELDS = ['tier', 'group', 'risk_level', 'skill_type', 'source_type'] as const;
type ListedField = (typeof LISTED_FIELDS)[number];

export function isListedField(field: string): field is ListedField {
  return LISTED_FIELDS.some((listed) => listed === field);
}

/** The listed value for an alias or other letters: `HIGH` → `high`. Undefined if valid or unclear. */
export function canonicalValue(field: ListedField, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const values: readonly string[] = VALUES[field];
  if (values.includes(value)) return undefined;
  const word = value.trim().toLowerCase();
  if (values.includes(word)) return word;
  const meanings = ALIASES[field] ?? {};
  return Object.hasOwn(meanings, word) ? meanings[word] : undefined;
}

export const TIER_RANGES: Readonly<Record<string, readonly [lowest: number, highest: number]>> = {
  tier1: [90, 100],
  tier2: [50, 89],
};

/**
 * Whether nobody has judged a skill: it has the lowest score of tier2, and neither points for review, votes,
 * `verified` nor `official`.
 */
export function isUnreviewed(manifest: Readonly<Record<string, unknown>>): boolean {
  const { tier, trust_score: score, verified, official, votes } = manifest;
  const { official_review: review, community_votes: points } = recordOf(manifest['trust_score_sources']);
  const { votes: ratings } = recordOf(manifest['community_rating']);
  const isJudged = [review, points, votes, ratings].some((count) => typeof count === 'number' && count > 0);
  return (
    tier === 'tier2' &&
    score === TIER_RANGES['tier2']?.[0] &&
    verified !== true &&
    official !== true &&
    !isJudged
  );
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

interface DeprecatedFields {
  /** Field to the sentence that says what to do instead. */
  readonly skill: Readonly<Record<string, string>>;
  readonly entry: Readonly<Record<string, string>>;
}

/** Documented for one major version more; `schema` is never one of them. The specification has none yet. */
export const DEPRECATED_FIELDS: DeprecatedFields = { skill: {}, entry: {} };

/** The version in skill.json of a template that nobody filled in. */
const TEMPLATE_VERSION = '1.0.0';

/** The library's version that a skill's texts speak of; undefined if its manifest names none in earnest. */
export function writtenFor(version: unknown): string | undefined {
  const isNamed = typeof version === 'string' && version !== TEMPLATE_VERSION && /\d/.test(version);
  return isNamed ? version : undefined;
}
