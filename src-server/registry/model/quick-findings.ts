import type { RegistryLayout } from '../../contract/api/api.ts';
import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import { checkSkillFast } from '../../validation/check-skill.ts';
import { checkedFiles, type Skill } from './skill.ts';

/** Of what the quick rules look at a skill by. */
type QuickSkill = Pick<Skill, 'key' | 'folder' | 'manifest' | 'files' | 'otherMarkdown' | 'quick'>;

/** What the quick rules say of a skill, or said another time: they look at the manifest and the names of files alone. */
export function quickFindings(skill: QuickSkill, layout: RegistryLayout): readonly Diagnostic[] {
  const { key, folder, manifest, quick } = skill;
  if (quick?.key === key && quick.layout === layout) return quick.found;
  const facts = { key, folder, manifest, files: checkedFiles(skill), readText: () => undefined };
  return checkSkillFast(facts, { layout });
}
