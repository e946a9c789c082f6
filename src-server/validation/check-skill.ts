import { compareDiagnostics, type Diagnostic } from '../contract/diagnostics/diagnostic.ts';
import { LIMITS } from '../contract/limits.ts';
import { groupDigits } from '../contract/words/group-digits.ts';
import type { CheckedSkill, FullRuleContext, RuleContext } from './checked-skill.ts';
import { type Finding, findingToDiagnostic, MANIFEST_FILE } from './finding.ts';
import { FAST_RULES, FULL_RULES } from './rules.ts';

const MOST_OF_ONE_RULE = 1_000;

export function checkSkillFast(skill: CheckedSkill, context: RuleContext): Diagnostic[] {
  return toDiagnostics(
    skill,
    FAST_RULES.flatMap((rule) => firstOf(rule.check(skill, context))),
  );
}

/** Without checks of the loader, such as missing files. Reads the beginning of long texts. */
export function checkSkill(skill: CheckedSkill, context: FullRuleContext): Diagnostic[] {
  // The manifest is limited by the loader.
  const readText = (path: string) =>
    path === MANIFEST_FILE ? skill.readText(path) : skill.readText(path)?.slice(0, LIMITS.analyzedBytes);
  const cut = { ...skill, readText };
  return toDiagnostics(
    skill,
    [...FAST_RULES, ...FULL_RULES].flatMap((rule) => firstOf(rule.check(cut, context))),
  );
}

/** The last finding mentions a cut. */
function firstOf(findings: Iterable<Finding>): Finding[] {
  const first: Finding[] = [];
  for (const finding of findings) {
    if (first.length === MOST_OF_ONE_RULE) {
      const { code, path } = finding;
      const message = `There are more than ${groupDigits(MOST_OF_ONE_RULE)} equal problems. The rest is not listed.`;
      return [...first, { code, message, ...(path !== undefined && { path }) }];
    }
    first.push(finding);
  }
  return first;
}

function toDiagnostics(skill: CheckedSkill, findings: readonly Finding[]): Diagnostic[] {
  return findings.map((finding) => findingToDiagnostic(skill, finding)).sort(compareDiagnostics);
}
