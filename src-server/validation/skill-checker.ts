import { compareDiagnostics, type Diagnostic, diagnose } from '../contract/diagnostics/diagnostic.ts';
import { LIMITS } from '../contract/limits.ts';
import { groupDigits } from '../contract/words/group-digits.ts';
import { messageOf } from '../contract/words/message-of.ts';
import type { CheckContext, CheckedSkill } from './checked-skill.ts';
import { type Finding, findingToDiagnostic, MANIFEST_FILE, type Rule } from './finding.ts';
import { withPositions } from './json-position.ts';
import { agentInstructions } from './rules/agent-instructions.ts';
import { characters } from './rules/characters.ts';
import { exampleExtension, examplePresent } from './rules/examples.ts';
import { fieldForms } from './rules/field-forms.ts';
import { declaredCompleteness, fileNames, filesList, p0Files, readOrder } from './rules/files.ts';
import { links } from './rules/links.ts';
import {
  deprecatedFields,
  duplicateJsonMembers,
  manifestSchema,
  ownRepository,
  packageNames,
} from './rules/manifest.ts';
import { codeLanguage, entryCount, fences, placeholders, tokenCount } from './rules/texts.ts';
import { trust } from './rules/trust.ts';

const RULES: readonly Rule[] = [
  manifestSchema,
  fieldForms,
  deprecatedFields,
  duplicateJsonMembers,
  ownRepository,
  packageNames,
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
  links,
  fences,
  codeLanguage,
  placeholders,
];

const MOST_OF_ONE_RULE = 1_000;

/**
 * By all rules, without checks of the loader, such as missing files. Reads the beginning of long texts: whoever
 * writes a skill must not occupy the rules for long. A rule that fails becomes a finding.
 */
export function checkTexts({ texts, ...skill }: CheckedSkill, context: CheckContext): Diagnostic[] {
  const cut = new Map(Array.from(texts, ([path, text]) => [path, text.slice(0, LIMITS.analyzedBytes)]));
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
