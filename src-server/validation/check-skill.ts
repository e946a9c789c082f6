import { ownMember, type RegistryLayout } from '../contract/api.ts';
import { compareDiagnostics, type Diagnostic, diagnose } from '../contract/diagnostic.ts';
import { messageOf } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { checkOf } from '../contract/schema.ts';
import { furtherEntryFields, indexEntrySchema } from '../contract/schemas/files.ts';
import { groupDigits } from '../contract/words.ts';
import {
  type CheckContext,
  type CheckedSkill,
  type Finding,
  findingToDiagnostic,
  MANIFEST_FILE,
  type Rule,
} from './finding.ts';
import { toPointer, withPositions } from './json-position.ts';
import { stringItems } from './knowledge-files.ts';
import {
  declaredCompleteness,
  exampleExtension,
  examplePresent,
  fileNames,
  filesList,
  links,
  p0Files,
  readOrder,
} from './rules/files.ts';
import {
  deprecatedFields,
  deprecatedIn,
  duplicateJsonMembers,
  entryNotes,
  fieldForms,
  furtherForms,
  manifestSchema,
  ownRepository,
  packageNames,
  schemaProblems,
  textForms,
} from './rules/manifest.ts';
import { characters, entryCount, fences, placeholders, tellingTitles, tokenCount } from './rules/texts.ts';
import { tierMismatch, trust } from './rules/trust.ts';
import { agentInstructions, codeLanguage } from './rules/withheld.ts';

const RULES: readonly Rule[] = [
  manifestSchema,
  fieldForms,
  deprecatedFields,
  duplicateJsonMembers,
  ownRepository,
  packageNames,
  entryNotes,
  trust,
  p0Files,
  fileNames,
  filesList,
  readOrder,
  declaredCompleteness,
  examplePresent,
  exampleExtension,
  tokenCount,
  entryCount,
  characters,
  agentInstructions,
  tellingTitles,
  links,
  fences,
  codeLanguage,
  placeholders,
];

const MOST_OF_ONE_RULE = 1_000;

/**
 * Checks by all rules, without what reading reports, such as missing files. Reads the beginning of long texts: whoever
 * writes a skill must not occupy the rules for long. A rule that fails becomes a finding.
 */
export function checkTexts({ texts, ...skill }: CheckedSkill, context: CheckContext): Diagnostic[] {
  const cut = new Map(Array.from(texts, ([path, text]) => [path, text.slice(0, LIMITS.analyzedLength)]));
  try {
    const found = RULES.flatMap((rule) => firstOf(rule({ ...skill, texts: cut }, context))).map((finding) =>
      findingToDiagnostic(skill, finding),
    );
    const isManifest = (file: string) =>
      file === MANIFEST_FILE || file === `${skill.folder}/${MANIFEST_FILE}`;
    return withPositions(found, (file) => (isManifest(file) ? texts.get(MANIFEST_FILE) : undefined)).sort(
      compareDiagnostics,
    );
  } catch (error) {
    const place = { skillKey: skill.key, ...(skill.folder !== '' && { file: skill.folder }) };
    return [diagnose('check-unfinished', `The skill could not be checked: ${messageOf(error)}.`, place)];
  }
}

/** The last finding mentions a cut. */
function firstOf(findings: Iterable<Finding>): Finding[] {
  const first: Finding[] = [];
  for (const finding of findings) {
    if (first.length === MOST_OF_ONE_RULE) {
      const message = `There are more than ${groupDigits(MOST_OF_ONE_RULE)} equal problems. The rest is not listed.`;
      const { code, path } = finding;
      return [...first, { code, message, ...(path !== undefined && { path }) }];
    }
    first.push(finding);
  }
  return first;
}

const isEntry = checkOf(indexEntrySchema);
const isFurther = checkOf(furtherEntryFields);

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

/** Checks entries of index.json, without their keys, which reading reports, and values reported for skill.json. */
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
      ...[...textForms(fields), ...furtherForms(isFurther, fields)].filter(isNew),
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
