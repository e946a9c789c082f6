import { PLACEHOLDER_START } from '../validation/placeholder.ts';

/** Symptoms of a skill.json that count; those behind them are left out. */
export const MOST_SYMPTOMS = 100;

/** Characters of a symptom that count. */
export const SYMPTOM_CHARACTERS = 500;

/**
 * What a skill.json says of how trouble with the library shows: `extensions.skills_registry.symptoms`, error messages as
 * they are printed and symptoms in users' words. The first `MOST_SYMPTOMS`, each to `SYMPTOM_CHARACTERS`. Anything else in
 * there counts as nothing: what is in an extension fails no skill.
 */
export function symptomsOf(manifest: Readonly<Record<string, unknown>>): readonly string[] {
  const stated = member(member(member(manifest, 'extensions'), 'skills_registry'), 'symptoms');
  if (!Array.isArray(stated)) return [];
  return stated
    .slice(0, MOST_SYMPTOMS)
    .filter((symptom): symptom is string => typeof symptom === 'string' && symptom.trim() !== '')
    .filter((symptom) => !symptom.includes(PLACEHOLDER_START))
    .map((symptom) => symptom.slice(0, SYMPTOM_CHARACTERS));
}

function member(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
