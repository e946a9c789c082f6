import { countBySeverity, type Diagnostic, type Severity } from '../contract/diagnostics/diagnostic.ts';
import { locateRegistry } from '../registry/locate-registry.ts';
import { readRegistry } from '../registry/read-registry.ts';
import { checkSkillTexts } from '../registry/worker/check-skills.ts';
import { loadTokenCounter } from '../tokens/count-tokens.ts';

export interface ProblemCounts {
  readonly counts: Readonly<Record<Severity, number>>;
  /** Below all skills if the time is up. */
  readonly checkedSkills: number;
}

/** People wait for the preview. */
const LONGEST_MS = 10_000;

/** Like `validate`, without the registry's own rules. */
export async function countPreviewProblems(files: string): Promise<ProblemCounts> {
  const now = new Date();
  const located = locateRegistry(files);
  if (!located.ok) return { counts: countBySeverity([]), checkedSkills: 0 };
  const { layout } = located.location;
  const { skills, general } = readRegistry(located.location, now);
  const countTokens = await loadTokenCounter();
  const found: Diagnostic[] = [...general.loader, ...general.rules];
  let checkedSkills = 0;
  for (const skill of skills.values()) {
    found.push(...skill.findings.loader, ...skill.findings.rules);
    if (Date.now() - now.getTime() > LONGEST_MS) continue;
    const { key, texts } = skill;
    found.push(...checkSkillTexts({ key, source: skill }, texts, { layout, now }, countTokens).checks);
    checkedSkills += 1;
  }
  return { counts: countBySeverity(found), checkedSkills };
}
