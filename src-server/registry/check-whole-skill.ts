import { type Diagnostic, diagnose } from '../contract/diagnostics/diagnostic.ts';
import { type CheckContext, CheckUnfinishedError, type SkillChecker } from '../validation/skill-checker.ts';
import type { SkillToCheck } from './read-skill-texts.ts';

/** Unfinished checks become a diagnostic. */
export async function checkWholeSkill(
  { skill, diagnostics }: SkillToCheck,
  checker: Pick<SkillChecker, 'check'>,
  context: CheckContext,
): Promise<readonly Diagnostic[]> {
  try {
    return [...diagnostics, ...(await checker.check(skill, context))];
  } catch (error) {
    if (!(error instanceof CheckUnfinishedError)) throw error;
    const place = { skillKey: skill.key, ...(skill.folder !== '' && { file: skill.folder }) };
    return [...diagnostics, diagnose('check-unfinished', error.message, place)];
  }
}
