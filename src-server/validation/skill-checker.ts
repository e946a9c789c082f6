import type { RegistryLayout } from '../contract/api/api.ts';
import type { TokenCount } from '../contract/api/token-count.ts';
import { type Diagnostic, diagnose } from '../contract/diagnostics/diagnostic.ts';
import { messageOf } from '../contract/words/message-of.ts';
import { checkSkill } from './check-skill.ts';
import type { CheckedSkill } from './checked-skill.ts';
import { MANIFEST_FILE } from './finding.ts';
import { withPositions } from './locate-diagnostics.ts';

/** UTF-16 units of a text that a rule sees: whoever writes a skill must not occupy the rules for long. */
export const CHECKED_LENGTH = 256 * 1024;

export interface SkillWithTexts extends Omit<CheckedSkill, 'readText'> {
  /** By path, with skill.json. Rules skip missing texts. */
  readonly texts: ReadonlyMap<string, string>;
}

export interface CheckContext {
  readonly layout: RegistryLayout;
  readonly now: Date;
  readonly countTokens: (text: string) => TokenCount;
}

/** All rules. A rule that fails becomes a finding. */
export function checkTexts({ texts, ...skill }: SkillWithTexts, context: CheckContext): Diagnostic[] {
  const readText = (path: string) => texts.get(path)?.slice(0, CHECKED_LENGTH);
  const manifestFile = skill.folder === '' ? MANIFEST_FILE : `${skill.folder}/${MANIFEST_FILE}`;
  try {
    const found = checkSkill({ ...skill, readText }, context);
    return withPositions(found, (file) => (file === manifestFile ? texts.get(MANIFEST_FILE) : undefined));
  } catch (error) {
    const place = { skillKey: skill.key, ...(skill.folder !== '' && { file: skill.folder }) };
    return [diagnose('check-unfinished', `The skill could not be checked: ${messageOf(error)}.`, place)];
  }
}
