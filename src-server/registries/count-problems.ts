import type { SkillKey } from '../contract/api/api.ts';
import type { Severity } from '../contract/diagnostics/diagnostic.ts';
import { checkWholeSkill } from '../registry/check-whole-skill.ts';
import { readHere, readRegistry } from '../registry/disk/load-registry.ts';
import { locateRegistry } from '../registry/disk/locate-registry.ts';
import { modelOf, withFindings } from '../registry/model/registry-model.ts';
import type { SkillFindings } from '../registry/model/skill.ts';
import { readSkillTexts } from '../registry/read-skill-texts.ts';
import { loadTokenCounter } from '../tokens/count-tokens.ts';
import { checkerHere } from '../validation/skill-checker.ts';

export interface ProblemCounts {
  readonly counts: Readonly<Record<Severity, number>>;
  /** Fewer than all skills if the time is up. */
  readonly checkedSkills: number;
}

/** A person waits for the preview. */
const LONGEST_MS = 10_000;

/** By all rules, as `validate` counts without the registry's own rules. @param files an added registry's files */
export async function countProblems(files: string): Promise<ProblemCounts> {
  const located = locateRegistry(files);
  if (!located.ok) return { counts: { error: 0, warning: 0, info: 0 }, checkedSkills: 0 };
  const now = new Date();
  const { location } = located;
  const model = modelOf(readRegistry(location), now);
  const found = new Map<SkillKey, SkillFindings>();
  const checker = checkerHere(loadTokenCounter);
  const endAt = performance.now() + LONGEST_MS;
  for (const skill of model.skills.values()) {
    if (performance.now() > endAt) break;
    const texts = await readSkillTexts(skill, readHere);
    const checks = await checkWholeSkill(texts, checker, { layout: location.layout, now });
    found.set(skill.key, { checks, isChecked: true });
  }
  return { counts: withFindings(model, found).counts, checkedSkills: found.size };
}
