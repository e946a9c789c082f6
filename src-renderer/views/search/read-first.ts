import type { SkillFile } from '../../skill/skill-model.ts';

/** The files that one reads before anything else. */
export function readFirst(files: readonly SkillFile[]): readonly SkillFile[] {
  return files.filter(({ priority }) => priority === 'P0');
}
