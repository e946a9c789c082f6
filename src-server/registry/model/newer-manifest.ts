import { hash } from 'node:crypto';
import type { SkillKey } from '../../contract/api/api.ts';
import type { JsonObject } from '../../contract/api/json-object.ts';
import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import { isIsoTime, type RegistryIndexFile } from './registry-index-file.ts';
import type { ServedCommit } from './served-commit.ts';
import type { Skill } from './skill.ts';

/** Tolerance: a checkout writes files in any order. */
export const EDITED_AFTER_MS = 60_000;

const MOST_EDITED = 1_000;

export function isWrittenLater(
  { manifest, manifestMtimeMs }: Pick<Skill, 'manifest' | 'manifestMtimeMs'>,
  index: Pick<RegistryIndexFile, 'updatedAt' | 'mtimeMs'> | undefined,
  commit?: Pick<ServedCommit, 'movedMs'>,
): boolean {
  const { updatedAt, mtimeMs } = index ?? {};
  const declared = manifest['updated_at'];
  if (updatedAt !== undefined && isIsoTime(declared) && Date.parse(declared) > Date.parse(updatedAt))
    return true;
  // Times of files before the checkout differ between clones.
  const sinceMs = Math.max(mtimeMs ?? 0, commit?.movedMs ?? 0);
  return mtimeMs !== undefined && manifestMtimeMs > sinceMs + EDITED_AFTER_MS;
}

/** Stable across restarts. JSON would write `1e999` (Infinity) as null. */
export function entryRevision(fields: JsonObject): string {
  const json = JSON.stringify(fields);
  const text = json.includes('null') ? JSON.stringify(fields, nameInfinite) : json;
  return hash('sha1', text, 'base64url');
}

function nameInfinite(_name: string, value: unknown): unknown {
  return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY
    ? { infinite: value > 0 }
    : value;
}

interface StaleMatch {
  readonly declared: { readonly fields: JsonObject } | undefined;
  readonly merging: readonly Diagnostic[];
}

/** Entries older than skill.json, at most `MOST_EDITED`. */
export function editedSkills(matches: ReadonlyMap<SkillKey, StaleMatch>): Readonly<Record<SkillKey, string>> {
  const edited: Array<readonly [SkillKey, string]> = [];
  for (const [key, { merging, declared }] of matches) {
    const isStale = merging.some(({ code }) => code === 'index-entry-stale');
    if (isStale && declared !== undefined && edited.length < MOST_EDITED)
      edited.push([key, entryRevision(declared.fields)]);
  }
  return Object.fromEntries(edited);
}
