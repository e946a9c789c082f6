import { hash } from 'node:crypto';
import type { SkillKey } from '../../contract/api/api.ts';
import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import type { JsonObject } from './json-object.ts';
import { isIsoTime, type RegistryIndexFile } from './registry-index-file.ts';
import type { Skill } from './skill.ts';

/**
 * How much later than index.json a skill.json must have been written to count as edited since, in milliseconds: a
 * checkout or a copy writes all files at about the same time, in any order.
 */
export const EDITED_AFTER_MS = 60_000;

/** More edited skills than this aren't remembered over a restart: an index.json that is behind so far needs a rebuild. */
const MOST_EDITED = 1_000;

/** Whether a skill.json says, or its file shows, that it was written after index.json. */
export function isWrittenLater(
  { manifest, manifestMtimeMs }: Pick<Skill, 'manifest' | 'manifestMtimeMs'>,
  index: Pick<RegistryIndexFile, 'updatedAt' | 'mtimeMs'> | undefined,
): boolean {
  const { updatedAt, mtimeMs } = index ?? {};
  const declared = manifest['updated_at'];
  if (updatedAt !== undefined && isIsoTime(declared) && Date.parse(declared) > Date.parse(updatedAt))
    return true;
  return mtimeMs !== undefined && manifestMtimeMs > mtimeMs + EDITED_AFTER_MS;
}

/**
 * Tells the states of an entry of index.json apart, over restarts too. JSON has no word for the infinite number that `1e999`
 * is read as, and says null.
 *
 * @param json what `JSON.stringify` makes of the fields
 */
export function entryRevision(fields: JsonObject, json = JSON.stringify(fields)): string {
  const text = json.includes('null') ? JSON.stringify(fields, nameInfinite) : json;
  return hash('sha1', text, 'base64url');
}

function nameInfinite(_name: string, value: unknown): unknown {
  return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY
    ? { infinite: value > 0 }
    : value;
}

/** What of a skill's entry says whether skill.json goes before it. */
interface StaleMatch {
  readonly declared: { readonly fields: JsonObject } | undefined;
  readonly merging: readonly Diagnostic[];
}

/** The skills whose skill.json goes before their entry of index.json, for the next start; 1,000 at most. */
export function editedSkills(matches: ReadonlyMap<SkillKey, StaleMatch>): Readonly<Record<SkillKey, string>> {
  const edited: Array<readonly [SkillKey, string]> = [];
  for (const [key, { merging, declared }] of matches) {
    const isStale = merging.some(({ code }) => code === 'index-entry-stale');
    if (isStale && declared !== undefined && edited.length < MOST_EDITED)
      edited.push([key, entryRevision(declared.fields)]);
  }
  return Object.fromEntries(edited);
}
