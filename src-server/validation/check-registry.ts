import type { RegistryLayout } from '../contract/api.ts';
import { type Diagnostic, diagnose } from '../contract/diagnostic.ts';
import validateEntry from '../contract/schemas/index-entry.schema.json?validate';
import { type Finding, findingToDiagnostic } from './finding.ts';
import { toPointer } from './json-position.ts';
import { stringItems } from './knowledge-files.ts';
import { schemaProblems } from './schema-problems.ts';
import type { SkillFacts } from './skill-facts.ts';

const INDEX_FILE = 'index.json';

/** What only the whole registry can tell: dependencies between skills, keys that differ in case. */
export function checkRelations(layout: RegistryLayout, skills: readonly SkillFacts[]): Diagnostic[] {
  // A skill on its own has no registry that could hold its dependencies.
  const hasOthers = layout === 'registry' || layout === 'flat';
  return [...(hasOthers ? dependencies(skills) : []), ...caseCollisions(skills)];
}

/** One entry of index.json, and the skill it is about where there is one. */
export interface IndexEntryFacts {
  readonly key: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** JSON pointer of the entry. */
  readonly pointer: string;
  readonly skill: Pick<SkillFacts, 'key' | 'manifest'> | undefined;
}

/**
 * Fields of the index entries. Their keys and types, and the index's own fields, are the loader's to report; a value
 * that skill.json has too was reported there.
 */
export function checkIndexEntries(entries: readonly IndexEntryFacts[]): Diagnostic[] {
  return entries.flatMap(({ fields, pointer, skill }) => {
    if (validateEntry(fields)) return [];
    return schemaProblems(validateEntry.errors ?? [], fields)
      .filter(({ field, keyword }) => field !== 'key' && keyword !== 'type')
      .filter((problem) => problem.pointer !== '/key' && !isSaidBySkill(problem.pointer, fields, skill))
      .map(({ code, message, pointer: inEntry }) => {
        return diagnose(code, message, {
          ...(skill === undefined ? {} : { skillKey: skill.key }),
          file: INDEX_FILE,
          pointer: `${pointer}${inEntry}`,
        });
      });
  });
}

function isSaidBySkill(
  pointer: string,
  fields: IndexEntryFacts['fields'],
  skill: IndexEntryFacts['skill'],
): boolean {
  const [, name = ''] = pointer.split('/');
  return (
    name !== '' &&
    skill !== undefined &&
    JSON.stringify(skill.manifest[name]) === JSON.stringify(fields[name])
  );
}

function dependencies(skills: readonly SkillFacts[]): Diagnostic[] {
  const keys = new Set(skills.map(({ key }) => key));
  return skills.flatMap((skill) =>
    dependencyFindings(skill, keys).map((found) => findingToDiagnostic(skill, found)),
  );
}

function dependencyFindings({ key, manifest }: SkillFacts, keys: ReadonlySet<string>): Finding[] {
  const wanted = (manifest['dependencies'] as { readonly skills?: unknown } | null | undefined)?.skills;
  return stringItems(wanted).flatMap(({ index, value }): Finding[] => {
    const pointer = toPointer('dependencies', 'skills', index);
    if (value === key)
      return [{ code: 'dependency-self', message: 'The skill names itself as a dependency.', pointer }];
    // A string of another shape is the schema's to report.
    if (keys.has(value) || value.split('/').length !== 3) return [];
    return [{ code: 'dependency-missing', message: `The registry has no skill ${value}.`, pointer }];
  });
}

function caseCollisions(skills: readonly SkillFacts[]): Diagnostic[] {
  const first = new Map<string, string>();
  return skills.flatMap((skill) => {
    const folded = skill.key.toLowerCase();
    const other = first.get(folded);
    first.set(folded, other ?? skill.key);
    if (other === undefined || other === skill.key) return [];
    const message = `${skill.key} and ${other} differ in case only.`;
    return [findingToDiagnostic(skill, { code: 'key-case-collision', message })];
  });
}
