/** Mechanical repairs of skill.json: what follows from the files that are there. Never prose, never a judgement. */
import { LISTED_FIELDS, meantValue } from '../contract/diagnostics/meant-values.ts';
import type { CheckedSkill } from './checked-skill.ts';
import { completeness } from './completeness.ts';
import { removeJsonMember, replaceJsonValue } from './edit-json.ts';
import { MANIFEST_FILE } from './finding.ts';
import { fixFileLists } from './fix-file-lists.ts';
import { presentPaths } from './knowledge-files.ts';
import { isReadableSchema, SCHEMA_NAME } from './schema-name.ts';
import type { ValueChange } from './value-change.ts';

/** Names of a library's packages by the namespace of their ecosystem. */
type PackageNames = Readonly<Record<string, string>>;

/** What would be written. */
export interface ManifestFix {
  /** The whole new text of skill.json. */
  readonly text: string;
  /** What was changed, a sentence each. */
  readonly changes: readonly string[];
}

/**
 * - A missing `schema`, or an older name of it, becomes `skills/v1`.
 * - Words that stand for one of the specification's values beyond doubt (`meantValue`) become it.
 * - `files` and `read_order`: see `fixFileLists`.
 * - `extensions` gets the names of packages that the library's own files say, where it has none of that ecosystem.
 * - A declared `completeness` outside of the range the files allow becomes the computed number.
 *
 * @param packages names by the namespace of their ecosystem
 *
 * Undefined where there is nothing to repair. Fixing what was fixed changes nothing.
 */
export function fixManifest(skill: CheckedSkill, packages: PackageNames = {}): ManifestFix | undefined {
  const before = skill.readText(MANIFEST_FILE);
  if (before === undefined) return undefined;
  const changes = [
    ...fixSchema(skill),
    ...fixLabels(skill),
    ...fixFileLists(skill),
    ...fixCompleteness(skill),
    ...fixPackageNames(skill, packages),
  ];
  if (changes.length === 0) return undefined;
  const text = changes.reduce(applyChange, before);
  return { text, changes: changes.map(({ reason }) => reason) };
}

function applyChange(text: string, { field, value, without = [] }: ValueChange): string {
  const edited = replaceJsonValue(text, field, value);
  return without.reduce((rest, name) => removeJsonMember(rest, [field, name]), edited);
}

function fixSchema({ manifest }: CheckedSkill): ValueChange[] {
  const { schema } = manifest;
  if (schema === SCHEMA_NAME || (schema !== undefined && !isReadableSchema(schema))) return [];
  return [{ field: 'schema', value: SCHEMA_NAME, reason: 'Set "schema" to "skills/v1".' }];
}

function fixLabels({ manifest }: CheckedSkill): ValueChange[] {
  return LISTED_FIELDS.flatMap((field): ValueChange[] => {
    const value = meantValue(field, manifest[field]);
    return value === undefined ? [] : [{ field, value, reason: `Set "${field}" to "${value}".` }];
  });
}

function fixCompleteness({ manifest, files }: CheckedSkill): ValueChange[] {
  const declared = manifest['completeness'];
  if (declared === undefined) return [];
  const { score, range } = completeness(presentPaths(files));
  if (Number.isInteger(declared) && Number(declared) >= range[0] && Number(declared) <= range[1]) return [];
  return [{ field: 'completeness', value: score, reason: `Set "completeness" to ${score}.` }];
}

function fixPackageNames({ manifest }: CheckedSkill, packages: PackageNames): ValueChange[] {
  const { extensions = {} } = manifest;
  if (typeof extensions !== 'object' || extensions === null || Array.isArray(extensions)) return [];
  const missing = Object.entries(packages).filter(([namespace]) => !Object.hasOwn(extensions, namespace));
  if (missing.length === 0) return [];
  const value = Object.fromEntries(missing.map(([namespace, name]) => [namespace, { name }]));
  const names = missing.map(([namespace, name]) => `"${name}" of ${namespace}`).join(', ');
  return [{ field: 'extensions', value, reason: `Named the package ${names} in "extensions".` }];
}
