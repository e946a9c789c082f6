import type { RegistryLayout } from '../contract/api.ts';
import { type Diagnostic, diagnose } from '../contract/diagnostic.ts';
import validateEntry from '../contract/schemas/index-entry.schema.json?validate';
import { type Finding, findingToDiagnostic } from './finding.ts';
import { locatePointer, offsetToPosition, toPointer } from './json-position.ts';
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

/** Fields of the index entries. Their keys and types, and the index's own fields, are the loader's to report. */
export function checkIndexEntries(text: string): Diagnostic[] {
  const entries = (parse(text) as { readonly skills?: unknown } | null)?.skills;
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown, place) => {
    if (typeof entry !== 'object' || entry === null || validateEntry(entry)) return [];
    const key = (entry as { readonly key?: unknown }).key;
    return schemaProblems(validateEntry.errors ?? [], entry)
      .filter(({ pointer, field, keyword }) => pointer !== '/key' && field !== 'key' && keyword !== 'type')
      .map(({ code, message, pointer: inEntry }) => {
        const pointer = `${toPointer('skills', place)}${inEntry}`;
        const offset = locatePointer(text, pointer);
        return diagnose(code, message, {
          ...(typeof key === 'string' ? { skillKey: key } : {}),
          file: INDEX_FILE,
          pointer,
          ...(offset === undefined ? {} : offsetToPosition(text, offset)),
        });
      });
  });
}

/** Text that is no JSON is the loader's to report. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
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
