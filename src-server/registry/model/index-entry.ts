import { isDeepStrictEqual } from 'node:util';
import type { IndexEntry, JsonObject } from '../../contract/api.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostic.ts';
import { oneLine } from '../../validation/rules/manifest.ts';
import { judgeTrust } from '../../validation/rules/trust.ts';
import type { SkillRecord } from '../skill-record.ts';
import { type DeclaredEntry, pointerTo } from './registry-index-file.ts';
import { COMPUTED_FIELDS, ENTRY_FIELDS, TYPES } from './served-fields.ts';

type Skill = Pick<SkillRecord, 'key' | 'manifest' | 'overviewSummary'>;

export const UNVOUCHED = { tier: 'tier2', group: 'contrib' } as const;

function isGap(value: unknown): boolean {
  return value == null || (typeof value === 'string' && value.trim() === '');
}

export function usableValue(field: string, value: unknown): unknown {
  if (isGap(value)) return undefined;
  if (field === 'summary' && typeof value === 'string') return oneLine(value);
  return Object.hasOwn(ENTRY_FIELDS, field)
    ? TYPES[ENTRY_FIELDS[field as keyof typeof ENTRY_FIELDS]](value)
    : value;
}

/**
 * Precedence: index.json, skill.json (first if newer), text (summary) and key (name, language), `UNVOUCHED`.
 * Leaves out known fields of a wrong type. Unknown fields pass unchanged.
 */
export function makeIndexEntry(
  skill: Skill,
  declared: DeclaredEntry | undefined,
  isManifestNewer: boolean,
  diagnostics: Diagnostic[],
): IndexEntry {
  const stated: JsonObject = declared?.fields ?? {};
  const [language, , name] = skill.key.split('/') as [string, string, string];
  const derived: JsonObject = { key: skill.key, name, language, ...UNVOUCHED };
  // Collected in a Map, since assigning members to an object takes V8 twice as long, for every skill.
  const fields = new Map(Object.entries(derived));
  for (const [field, value] of Object.entries(stated))
    if (field !== 'key' && !COMPUTED_FIELDS.has(field)) fields.set(field, value);
  const disagreeing: string[] = [];
  for (const field of Object.keys(ENTRY_FIELDS)) {
    const inEntry = usableValue(field, stated[field]);
    const inManifest = usableValue(field, skill.manifest[field]);
    const isOther =
      inEntry !== undefined && inManifest !== undefined && !isDeepStrictEqual(inEntry, inManifest);
    if (isOther) disagreeing.push(field);
    const value = isOther && isManifestNewer ? inManifest : (inEntry ?? inManifest ?? derived[field]);
    if (value === undefined) fields.delete(field);
    else fields.set(field, value);
  }
  if (declared !== undefined && disagreeing.length > 0) {
    const names = disagreeing.join(', ');
    const place = { skillKey: skill.key, file: 'index.json', pointer: pointerTo(declared) };
    const found = isManifestNewer
      ? diagnose('index-entry-stale', `skill.json is newer, and says another ${names}.`, place)
      : diagnose('index-entry-disagrees', `index.json and skill.json disagree about ${names}.`, place);
    diagnostics.push(found);
  }
  if (!fields.has('summary')) fields.set('summary', skill.overviewSummary);
  const trust = judgeTrust(skill.manifest, {
    trust_score: fields.get('trust_score'),
    tier: fields.get('tier'),
  });
  if (trust !== undefined) fields.set('_trust', trust);
  return Object.fromEntries(fields) as unknown as IndexEntry;
}
