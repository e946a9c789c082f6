import { LISTED_FIELDS, meantValue } from '../contract/diagnostics/meant-values.ts';
import type { CheckedSkill } from './checked-skill.ts';
import { completeness } from './completeness.ts';
import { replaceJsonValue, type ValueChange } from './edit-json.ts';
import { MANIFEST_FILE } from './finding.ts';
import { fixFileLists } from './fix-file-lists.ts';
import { JsonText } from './json-position.ts';
import { presentPaths } from './knowledge-files.ts';
import { isMinorSchema, isReadableSchema, SCHEMA_NAME } from './schema-name.ts';

type PackageNames = Readonly<Record<string, string>>;

interface ManifestFix {
  readonly text: string;
  readonly changes: readonly string[];
}

/**
 * Repairs schema name, labels, file lists, package names and completeness, never prose. Idempotent. Undefined
 * without repairs, and if a name is repeated (nobody can tell which member the author means) or an extension is
 * nested too deeply to edit.
 */
export function fixManifest(skill: CheckedSkill, packages: PackageNames): ManifestFix | undefined {
  const before = skill.readText(MANIFEST_FILE);
  if (before === undefined) return undefined;
  const changes = [
    ...fixSchema(skill),
    ...fixLabels(skill),
    ...fixFileLists(skill),
    ...fixCompleteness(skill),
    ...fixPackageNames(skill, packages),
  ];
  const json = new JsonText(before);
  if (changes.length === 0 || json.root === undefined || [...json.duplicateMembers()].length > 0)
    return undefined;
  return {
    text: changes.reduce((text, { field, value }) => replaceJsonValue(text, field, value), before),
    changes: changes.map(({ reason }) => reason),
  };
}

function fixSchema({ manifest: { schema } }: CheckedSkill): ValueChange[] {
  if (isMinorSchema(schema) || (schema !== undefined && !isReadableSchema(schema))) return [];
  return [{ field: 'schema', value: SCHEMA_NAME, reason: 'Set "schema" to "skills/v1".' }];
}

function fixLabels({ manifest }: CheckedSkill): ValueChange[] {
  return LISTED_FIELDS.flatMap((field): ValueChange[] => {
    const value = meantValue(field, manifest[field]);
    return value === undefined ? [] : [{ field, value, reason: `Set "${field}" to "${value}".` }];
  });
}

function fixCompleteness({ manifest: { completeness: declared }, files }: CheckedSkill): ValueChange[] {
  if (declared === undefined) return [];
  const { score, range } = completeness(presentPaths(files));
  if (Number.isInteger(declared) && Number(declared) >= range[0] && Number(declared) <= range[1]) return [];
  return [{ field: 'completeness', value: score, reason: `Set "completeness" to ${score}.` }];
}

function fixPackageNames(
  { manifest: { extensions = {} } }: CheckedSkill,
  packages: PackageNames,
): ValueChange[] {
  if (typeof extensions !== 'object' || extensions === null || Array.isArray(extensions)) return [];
  const missing = Object.entries(packages).filter(([namespace]) => !Object.hasOwn(extensions, namespace));
  if (missing.length === 0) return [];
  const value = Object.fromEntries(missing.map(([namespace, name]) => [namespace, { name }]));
  const names = missing.map(([namespace, name]) => `"${name}" of ${namespace}`).join(', ');
  return [{ field: 'extensions', value, reason: `Named the package ${names} in "extensions".` }];
}
