import type { SkillKey } from '../contract/api/api.ts';
import type { Severity } from '../contract/diagnostics/diagnostic.ts';
import { checkWholeSkill } from '../registry/check-whole-skill.ts';
import { readHere, readRegistry } from '../registry/disk/load-registry.ts';
import { locateRegistry } from '../registry/disk/locate-registry.ts';
import { modelOf, withFindings } from '../registry/model/registry-model.ts';
import type { SkillFindings } from '../registry/model/skill.ts';
import { readSkillTexts } from '../registry/read-skill-texts.ts';
import type { SkillChecker } from '../validation/skill-checker.ts';

export interface ProblemCounts {
  readonly counts: Readonly<Record<Severity, number>>;
  /** Below all skills if the time is up. */
  readonly checkedSkills: number;
}

/** People wait for the preview. */
const LONGEST_MS = 10_000;

/**
 * Like `validate`, without the registry's own rules.
 *
 * @param checker closed at the end
 */
export async function countPreviewProblems(files: string, checker: SkillChecker): Promise<ProblemCounts> {
  const found = new Map<SkillKey, SkillFindings>();
  const now = new Date();
  try {
    const located = locateRegistry(files);
    if (!located.ok) return { counts: { error: 0, warning: 0, info: 0 }, checkedSkills: 0 };
    const { location } = located;
    const model = modelOf(readRegistry(location), now);
    const context = { layout: location.layout, now };
    for (const skill of model.skills.values()) {
      if (Date.now() - now.getTime() > LONGEST_MS) break;
      const checks = await checkWholeSkill(await readSkillTexts(skill, readHere), checker, context);
      found.set(skill.key, { checks, isChecked: true });
    }
    return { counts: withFindings(model, found).counts, checkedSkills: found.size };
  } finally {
    await checker.close();
  }
}
