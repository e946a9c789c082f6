import type { IndexEntry } from '../../contract/api/api.ts';
import { isJsonObject, type JsonObject } from '../../contract/api/json-object.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { oneLine } from '../../validation/rules/field-forms.ts';
import { judgeTrust } from '../../validation/trust-score.ts';
import type { SkillRecord } from '../skill-record.ts';
import type { RegistryIndexFile } from './registry-index-file.ts';
import { pointerTo } from './registry-index-file.ts';
import { isSameJson } from './same-json.ts';
import { COMPUTED_FIELDS } from './served-fields.ts';

type Skill = Pick<SkillRecord, 'key' | 'manifest' | 'overviewSummary'>;

import { usableScore } from './usable-score.ts';

const TYPE_WORDS = {
  string: 'string',
  score: 'number from 0 to 100',
  boolean: 'boolean',
  'string[]': 'list of strings',
  object: 'object',
} as const;

type FieldType = keyof typeof TYPE_WORDS;

/** Twelve specified fields; the rest saves clients a request per skill. */
const FIELDS: ReadonlyMap<string, FieldType> = new Map<string, FieldType>(
  Object.entries({
    name: 'string',
    language: 'string',
    tier: 'string',
    group: 'string',
    version: 'string',
    trust_score: 'score',
    tags: 'string[]',
    summary: 'string',
    repo_source_url: 'string',
    repo_skill: 'boolean',
    source_type: 'string',
    risk_level: 'string',
    repo: 'string',
    skill_version: 'string',
    skill_type: 'string',
    completeness: 'score',
    verified: 'boolean',
    official: 'boolean',
    updated_at: 'string',
    trust_score_sources: 'object',
  } as const),
);

/** Required fields, lowest claims. */
export const UNVOUCHED = { tier: 'tier2', group: 'contrib' } as const;

function isGap(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Undefined if a known field has another type. */
export function usableValue(field: string, value: unknown): unknown {
  if (isGap(value)) return undefined;
  if (field === 'summary' && typeof value === 'string') return oneLine(value);
  const type = FIELDS.get(field);
  return type === undefined ? value : typedValue(value, type);
}

function typedValue(value: unknown, type: FieldType): unknown {
  if (type === 'score') return usableScore(value);
  return hasType(value, type) ? value : undefined;
}

function hasType(value: unknown, type: Exclude<FieldType, 'score'>): boolean {
  if (type === 'string[]') return Array.isArray(value) && value.every((item) => typeof item === 'string');
  if (type === 'object') return isJsonObject(value);
  return typeof value === type;
}

/** For search and for agents: index.json may leave the summary empty. */
export function summaryToRead(
  { manifest, overviewSummary }: Pick<Skill, 'manifest' | 'overviewSummary'>,
  entry: Pick<IndexEntry, 'summary'> | undefined,
): string {
  return entry?.summary || String(usableValue('summary', manifest['summary']) ?? overviewSummary);
}

/**
 * Precedence: index.json (`summary` of '' too), skill.json (first if newer), text (summary) and key (name, language), `UNVOUCHED`.
 * Reports known fields with a wrong type. Unknown fields pass unchanged.
 */
export function makeIndexEntry(
  skill: Skill,
  declared: RegistryIndexFile['entries'][number] | undefined,
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
  for (const [field, type] of FIELDS) {
    const inEntry = field === 'summary' && stated[field] === '' ? '' : usableValue(field, stated[field]);
    const inManifest = usableValue(field, skill.manifest[field]);
    if (inEntry === undefined) {
      if (declared !== undefined && !isGap(stated[field]))
        reportType(skill, declared, field, type, diagnostics);
      const instead = inManifest ?? (Object.hasOwn(derived, field) ? derived[field] : undefined);
      if (instead === undefined) fields.delete(field);
      else fields.set(field, instead);
      continue;
    }
    const disagrees = inManifest !== undefined && !isSameJson(inEntry, inManifest);
    if (disagrees) disagreeing.push(field);
    fields.set(field, disagrees && isManifestNewer ? inManifest : inEntry);
  }
  if (declared !== undefined && disagreeing.length > 0)
    diagnostics.push(reportDisagreement(skill, declared, disagreeing, isManifestNewer));
  if (!fields.has('summary')) fields.set('summary', skill.overviewSummary);
  const trust = judgeTrust(skill.manifest, {
    trust_score: fields.get('trust_score'),
    tier: fields.get('tier'),
  });
  if (trust !== undefined) fields.set('_trust', trust);
  return Object.fromEntries(fields) as unknown as IndexEntry;
}

function reportType(
  skill: Skill,
  declared: RegistryIndexFile['entries'][number],
  field: string,
  type: FieldType,
  diagnostics: Diagnostic[],
): void {
  const message = `${field} of the entry is not a ${TYPE_WORDS[type]} and is left out.`;
  const pointer = `${pointerTo(declared)}/${field}`;
  diagnostics.push(diagnose('field-invalid', message, { skillKey: skill.key, file: 'index.json', pointer }));
}

function reportDisagreement(
  skill: Skill,
  declared: RegistryIndexFile['entries'][number],
  disagreeing: readonly string[],
  isManifestNewer: boolean,
): Diagnostic {
  const place = { skillKey: skill.key, file: 'index.json', pointer: pointerTo(declared) };
  const fields = disagreeing.join(', ');
  return isManifestNewer
    ? diagnose('index-entry-stale', `skill.json is newer, and says another ${fields}.`, place)
    : diagnose('index-entry-disagrees', `index.json and skill.json disagree about ${fields}.`, place);
}
