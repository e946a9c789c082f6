import type { RegistryLayout } from '../contract/api/api.ts';
import { type Diagnostic, type DiagnosticCode, diagnose } from '../contract/diagnostics/diagnostic.ts';
import { checkOf } from '../contract/schema-check.ts';
import { indexEntrySchema } from '../contract/schemas/registry-files.ts';
import type { CheckedSkill } from './checked-skill.ts';
import { type Finding, findingToDiagnostic } from './finding.ts';
import { toPointer } from './json-position.ts';
import { stringItems } from './knowledge-files.ts';
import { textForms } from './rules/field-forms.ts';
import { deprecatedIn } from './rules/manifest.ts';
import { tierMismatch } from './rules/trust.ts';
import { schemaProblems } from './schema-problems.ts';

const isEntry = checkOf(indexEntrySchema);
const INDEX_FILE = 'index.json';

type RelatedSkill = Pick<CheckedSkill, 'key' | 'folder' | 'manifest'>;

/** Dependencies, and keys that differ only in case. */
export function checkRelations(layout: RegistryLayout, skills: readonly RelatedSkill[]): Diagnostic[] {
  const keys = new Set(skills.map(({ key }) => key));
  const first = new Map<string, string>();
  for (const { key } of skills) {
    const folded = key.toLowerCase();
    if (!first.has(folded)) first.set(folded, key);
  }
  return skills.flatMap((skill) => [
    ...checkDependencies(layout, skill, keys),
    ...checkCaseCollision(skill, first.get(skill.key.toLowerCase()) ?? skill.key),
  ]);
}

export function checkDependencies(
  layout: RegistryLayout,
  skill: RelatedSkill,
  keys: { has(key: string): boolean },
): Diagnostic[] {
  // A single skill has no registry with its dependencies.
  if (layout !== 'registry' && layout !== 'flat') return [];
  return dependencyItems(skill.manifest).flatMap(({ index, value }): Diagnostic[] => {
    const pointer = toPointer('dependencies', 'skills', index);
    if (value === skill.key)
      return [finding(skill, 'dependency-self', 'The skill names itself as a dependency.', pointer)];
    // The schema reports other shapes.
    if (keys.has(value) || value.split('/').length !== 3) return [];
    return [finding(skill, 'dependency-missing', `The registry has no skill ${value}.`, pointer)];
  });
}

/** @param first first equal key in the registry, ignoring case */
export function checkCaseCollision(skill: RelatedSkill, first: string): Diagnostic[] {
  if (first === skill.key) return [];
  return [finding(skill, 'key-case-collision', `${skill.key} and ${first} differ in case only.`)];
}

function dependencyItems(manifest: RelatedSkill['manifest']): ReturnType<typeof stringItems> {
  return stringItems((manifest['dependencies'] as { readonly skills?: unknown } | null | undefined)?.skills);
}

function finding(skill: RelatedSkill, code: DiagnosticCode, message: string, pointer?: string): Diagnostic {
  return findingToDiagnostic(skill, { code, message, ...(pointer === undefined ? {} : { pointer }) });
}

interface IndexEntryFacts {
  readonly key: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly pointer: string;
  readonly skill: Pick<CheckedSkill, 'key' | 'manifest'> | undefined;
}

/** Skips checks of the loader (keys, and values left out), and values reported for skill.json. */
export function checkIndexEntries(entries: readonly IndexEntryFacts[]): Diagnostic[] {
  return entries.flatMap(({ fields, pointer, skill }) =>
    [
      ...entryProblems(fields, skill),
      ...tierProblems(fields, skill),
      ...[...textForms(fields)].filter((found) => !isSaidBySkill(topField(found), fields, skill)),
      ...deprecatedIn(fields, 'entry'),
    ].map(({ code, message, pointer: inEntry = '', ...wrong }) =>
      diagnose(code, message, {
        ...(skill === undefined ? {} : { skillKey: skill.key }),
        file: INDEX_FILE,
        pointer: `${pointer}${inEntry}`,
        ...wrong,
      }),
    ),
  );
}

type EntryFields = IndexEntryFacts['fields'];
type EntrySkill = IndexEntryFacts['skill'];

function entryProblems(fields: EntryFields, skill: EntrySkill): readonly Finding[] {
  if (isEntry(fields)) return [];
  const { trust_score: score } = fields;
  const isFraction = typeof score === 'number' && score >= 0 && score <= 100;
  return schemaProblems(isEntry.errors, fields)
    .filter(({ field, pointer, keyword }) => {
      if (pointer === '/trust_score') return isFraction;
      return field !== 'key' && pointer !== '/key' && keyword !== 'type';
    })
    .filter((problem) => !isSaidBySkill(topField(problem), fields, skill))
    .map(({ keyword: _, ...problem }) => problem);
}

function topField({ pointer = '' }: Pick<Finding, 'pointer'>): string {
  return pointer.split('/')[1] ?? '';
}

function tierProblems(fields: EntryFields, skill: EntrySkill): readonly Finding[] {
  const { trust_score: score, tier } = fields;
  const isPossible = typeof score === 'number' && score >= 0 && score <= 100;
  const isSaid = ['trust_score', 'tier'].every((name) => isSaidBySkill(name, fields, skill));
  return isPossible && !isSaid ? [...tierMismatch(score, tier)] : [];
}

function isSaidBySkill(name: string, fields: EntryFields, skill: EntrySkill): boolean {
  return (
    name !== '' &&
    skill !== undefined &&
    JSON.stringify(skill.manifest[name]) === JSON.stringify(fields[name])
  );
}
