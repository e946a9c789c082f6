import { compareDiagnostics, type Diagnostic } from '../contract/diagnostic.ts';
import { type Finding, findingToDiagnostic } from './finding.ts';
import { FAST_RULES, FULL_RULES } from './rules.ts';
import type { FullRuleContext, RuleContext, SkillFacts } from './skill-facts.ts';

/** What the manifest and the list of files give away; quick enough for every start and change. */
export function checkSkillFast(skill: SkillFacts, context: RuleContext): Diagnostic[] {
  return toDiagnostics(
    skill,
    FAST_RULES.flatMap((rule) => [...rule.check(skill, context)]),
  );
}

/** Every rule about one skill. What only the loader can see (a file that is listed but absent …) is not among them. */
export function checkSkill(skill: SkillFacts, context: FullRuleContext): Diagnostic[] {
  return toDiagnostics(
    skill,
    [...FAST_RULES, ...FULL_RULES].flatMap((rule) => [...rule.check(skill, context)]),
  );
}

function toDiagnostics(skill: SkillFacts, findings: readonly Finding[]): Diagnostic[] {
  return findings.map((finding) => findingToDiagnostic(skill, finding)).sort(compareDiagnostics);
}
