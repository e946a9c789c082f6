import vocabulary from '../schemas/vocabulary.schema.json';

/** Words that the specification itself explains its values with. */
const EXPLAINED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  tier: { curated: 'tier1', community: 'tier2' },
  // What people sent in comes from the registry: not from the library's repository, and from no mirror of another.
  source_type: { community: 'registry' },
};

/** Fields whose values the specification lists. */
export const LISTED_FIELDS = ['tier', 'group', 'risk_level', 'skill_type', 'source_type'] as const;
/** One of `LISTED_FIELDS`. */
export type ListedField = (typeof LISTED_FIELDS)[number];

/** Whether the specification lists the values of this field of skill.json. */
export function isListedField(field: string): field is ListedField {
  return LISTED_FIELDS.some((listed) => listed === field);
}

/** The specification's value that another word stands for beyond doubt; undefined where it is one, or none is meant. */
export function meantValue(field: ListedField, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const values: readonly string[] = vocabulary.$defs[field].enum;
  if (values.includes(value)) return undefined;
  const word = value.trim().toLowerCase();
  if (values.includes(word)) return word;
  const meanings = EXPLAINED[field] ?? {};
  return Object.hasOwn(meanings, word) ? meanings[word] : undefined;
}
