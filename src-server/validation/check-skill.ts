import { isHarmless } from '../contract/agent-lines.ts';
import { ownMember, type RegistryLayout, type TokenCount } from '../contract/api.ts';
import { compareDiagnostics, type Diagnostic, diagnose } from '../contract/diagnostic.ts';
import { messageOf } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { checkOf } from '../contract/schema.ts';
import { furtherEntryFields, indexEntrySchema } from '../contract/schemas/files.ts';
import { groupDigits } from '../contract/words.ts';
import { crowdedFiles } from '../search/entries.ts';
import {
  type CheckContext,
  type CheckedSkill,
  type FileFact,
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

/** Says of which files find doesn't know all entries. */
export function reportCrowded(
  { key, folder }: Pick<CheckedSkill, 'key' | 'folder'>,
  texts: ReadonlyMap<string, string>,
): readonly Diagnostic[] {
  return crowdedFiles(texts).map(({ path, entries, unknown }) => {
    const over = (texts.get(path) ?? '').length > LIMITS.analyzedLength ? 'over ' : '';
    const which = `${over}${groupDigits(unknown)} of the ${over}${groupDigits(entries)} entries of ${path}`;
    const message = `find doesn’t know ${which}: it tells ${groupDigits(LIMITS.entriesPerSkill)} of a skill apart.`;
    const file = folder === '' ? path : `${folder}/${path}`;
    return diagnose('entries-too-many', message, { skillKey: key, file });
  });
}

/** A skill as it was read, with facts of its files. `otherFiles` are those that are not served. */
interface ReadSkill extends Pick<CheckedSkill, 'key' | 'folder' | 'manifest'> {
  readonly manifestText: string;
  readonly files: ReadonlyMap<string, FileFact>;
  readonly otherFiles: readonly string[];
  readonly contentPaths: readonly string[];
}

/** What is found out about the texts of a skill: what the rules say, and what answers need of each text. */
export interface CheckedTexts {
  readonly checks: readonly Diagnostic[];
  readonly tokens: ReadonlyMap<string, TokenCount>;
  /** Paths of texts that agents may read as they are. Longer ones than a million characters are none of them. */
  readonly harmless: ReadonlySet<string>;
}

export function checkAndCount(
  source: ReadSkill,
  texts: ReadonlyMap<string, string>,
  context: CheckContext,
): CheckedTexts {
  const counted = new Map<string, TokenCount>();
  const countTokens = (text: string) => {
    const count = counted.get(text) ?? countOrEstimate(text, context);
    counted.set(text, count);
    return count;
  };
  const { key, folder, manifest, manifestText, contentPaths } = source;
  const tokens = new Map(contentPaths.map((path) => [path, countTokens(texts.get(path) ?? '')]));
  const skill = {
    key,
    folder,
    manifest,
    files: checkedFiles(source),
    texts: new Map([[MANIFEST_FILE, manifestText], ...texts]),
  };
  const harmless = new Set<string>();
  for (const [path, text] of texts)
    if (text.length <= LIMITS.countedLength && isHarmless(text)) harmless.add(path);
  const checks = [...checkTexts(skill, { ...context, countTokens }), ...reportCrowded(source, texts)];
  return { checks, tokens, harmless };
}

/** Lists all files for the rules. Those that are not served have size 0, which no rule reads. */
export function checkedFiles({ files, otherFiles }: Pick<ReadSkill, 'files' | 'otherFiles'>): FileFact[] {
  return [...files.values(), ...otherFiles.map((path) => ({ path, size: 0 }))];
}

/** What is known of a skill whose check has thrown: estimates, and a diagnostic that says so. */
export function unfinishedCheck(
  { key, folder, contentPaths }: ReadSkill,
  texts: ReadonlyMap<string, string>,
  error: unknown,
): CheckedTexts {
  const message = `The skill could not be checked: ${messageOf(error)}.`;
  const place = { skillKey: key, ...(folder !== '' && { file: folder }) };
  return {
    checks: [diagnose('check-unfinished', message, place)],
    tokens: new Map(contentPaths.map((path) => [path, estimate(texts.get(path) ?? '')])),
    harmless: new Set(),
  };
}

const CHARACTERS_PER_TOKEN = 4;

/** A text that can't be counted must not keep the others from being served. */
function countOrEstimate(text: string, { countTokens }: CheckContext): TokenCount {
  try {
    return countTokens(text);
  } catch {
    return estimate(text);
  }
}

function estimate(text: string): TokenCount {
  return { tokens: Math.ceil(text.length / CHARACTERS_PER_TOKEN), isEstimate: true };
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
