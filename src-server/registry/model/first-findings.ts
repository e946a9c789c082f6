import type { RegistryLayout } from '../../contract/api/api.ts';
import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import { checkSkillFast } from '../../validation/check-skill.ts';
import { QUICK_CODES } from '../../validation/rules.ts';
import { checkedFiles, type Skill, type SkillFindings } from './skill.ts';

/** Of what the quick rules look at a skill by. */
type QuickSkill = Pick<Skill, 'key' | 'folder' | 'manifest' | 'files' | 'otherMarkdown'>;

/** What the quick rules say of a skill: they look at the manifest and the names of files alone. */
export function quickFindings(skill: QuickSkill, layout: RegistryLayout): readonly Diagnostic[] {
  const { key, folder, manifest } = skill;
  const facts = { key, folder, manifest, files: checkedFiles(skill), readText: () => undefined };
  return checkSkillFast(facts, { layout });
}

/**
 * What is known of a skill before its texts are checked: what an earlier run found in the same files; else what the quick
 * rules say, and what was found in the texts before.
 *
 * @param before the same for the skill that had the key before
 */
export function firstFindings(
  skill: QuickSkill & Pick<Skill, 'known'>,
  layout: RegistryLayout,
  before: SkillFindings | undefined,
): SkillFindings {
  const { key, known } = skill;
  if (known?.key === key && known.layout === layout) return known;
  const kept = before?.checks.filter(({ code }) => !QUICK_CODES.has(code)) ?? [];
  return { checks: [...quickFindings(skill, layout), ...kept], isChecked: false };
}
