import type { RegistryLayout } from '../contract/api/api.ts';
import { ownMember } from '../contract/api/json-object.ts';
import { type Diagnostic, diagnose } from '../contract/diagnostics/diagnostic.ts';
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

type RelatedSkill = Pick<CheckedSkill, 'key' | 'folder' | 'manifest'>;

export function checkDependencies(
  layout: RegistryLayout,
  skill: RelatedSkill,
  keys: { has(key: string): boolean },
): Diagnostic[] {
  // A single skill has no registry with its dependencies.
  if (layout !== 'registry' && layout !== 'flat') return [];
  return dependenciesOf(skill.manifest).flatMap(({ index, value }): Diagnostic[] => {
    const pointer = toPointer('dependencies', 'skills', index);
    const isSelf = value === skill.key;
    // The schema reports other shapes.
    if (!isSelf && (keys.has(value) || value.split('/').length !== 3)) return [];
    const code = isSelf ? 'dependency-self' : 'dependency-missing';
    const message = isSelf
      ? 'The skill names itself as a dependency.'
      : `The registry has no skill ${value}.`;
    return [findingToDiagnostic(skill, { code, message, pointer })];
  });
}

/** Keys that skill.json names, with their place in the list. */
export function dependenciesOf(manifest: RelatedSkill['manifest']) {
  return stringItems(ownMember(manifest['dependencies'], 'skills'));
}

/** @param first first equal key in the registry, ignoring case */
export function checkCaseCollision(skill: RelatedSkill, first: string): Diagnostic[] {
  if (first === skill.key) return [];
  const message = `${skill.key} and ${first} differ in case only.`;
  return [findingToDiagnostic(skill, { code: 'key-case-collision', message })];
}

interface IndexEntryFacts {
  readonly key: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly pointer: string;
  readonly skill: Pick<CheckedSkill, 'key' | 'manifest'> | undefined;
}

/** Skips keys, which the loader reports, and values reported for skill.json. */
export function checkIndexEntries(entries: readonly IndexEntryFacts[]): Diagnostic[] {
  return entries.flatMap(({ fields, pointer: entry, skill }) => {
    const isSaid = (name: string) =>
      skill !== undefined && JSON.stringify(skill.manifest[name]) === JSON.stringify(fields[name]);
    const isNew = ({ pointer = '' }: Pick<Finding, 'pointer'>) => {
      const [, name = ''] = pointer.split('/');
      return name === '' || !isSaid(name);
    };
    const { trust_score: score, tier } = fields;
    const isPossible = typeof score === 'number' && score >= 0 && score <= 100;
    const problems = isEntry(fields) ? [] : schemaProblems(isEntry.errors, fields);
    const own = problems.filter(({ field, pointer }) => field !== 'key' && pointer !== '/key');
    return [
      ...own.map(({ keyword: _, ...problem }) => problem).filter(isNew),
      ...(isPossible && !(isSaid('trust_score') && isSaid('tier')) ? tierMismatch(score, tier) : []),
      ...[...textForms(fields)].filter(isNew),
      ...deprecatedIn(fields, 'entry'),
    ].map(({ code, message, pointer = '', ...wrong }) =>
      diagnose(code, message, {
        ...(skill !== undefined && { skillKey: skill.key }),
        file: 'index.json',
        pointer: `${entry}${pointer}`,
        ...wrong,
      }),
    );
  });
}
