import { VALUES } from '../vocabulary.ts';

/** Other words with a certain meaning, by field. */
const ALIASES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  tier: { curated: 'tier1', community: 'tier2' },
  // Community submissions come from the registry, not from a library's repository or a mirror.
  source_type: { community: 'registry' },
};

/** Fields whose values the specification lists. */
export const LISTED_FIELDS = ['tier', 'group', 'risk_level', 'skill_type', 'source_type'] as const;
export type ListedField = (typeof LISTED_FIELDS)[number];

export function isListedField(field: string): field is ListedField {
  return LISTED_FIELDS.some((listed) => listed === field);
}

/** The listed value for an alias or other letters: `HIGH` → `high`. Undefined if valid or unclear. */
export function meantValue(field: ListedField, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const values: readonly string[] = VALUES[field];
  if (values.includes(value)) return undefined;
  const word = value.trim().toLowerCase();
  if (values.includes(word)) return word;
  const meanings = ALIASES[field] ?? {};
  return Object.hasOwn(meanings, word) ? meanings[word] : undefined;
}
