import type { RegistryLayout } from '../../contract/api/api.ts';
import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import { checkSkillFast } from '../../validation/check-skill.ts';
import { QUICK_CODES } from '../../validation/rules.ts';
import { checkedFiles, type Skill, type SkillFindings } from './skill.ts';

type QuickSkill = Pick<Skill, 'key' | 'folder' | 'manifest' | 'files' | 'otherFiles'>;

export function quickFindings(skill: QuickSkill, layout: RegistryLayout): readonly Diagnostic[] {
  const { key, folder, manifest } = skill;
  const facts = { key, folder, manifest, files: checkedFiles(skill), readText: () => undefined };
  return checkSkillFast(facts, { layout });
}

/**
 * Before text checks: an earlier run's findings for the same files, otherwise quick findings plus previous
 * text findings.
 *
 * @param before of the same key
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
