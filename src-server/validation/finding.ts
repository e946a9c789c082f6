import { type Diagnostic, type DiagnosticCode, diagnose } from '../contract/diagnostics/diagnostic.ts';
import type { CheckedSkill, FullRuleContext, RuleContext } from './checked-skill.ts';

export interface Finding {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly path?: string;
  /** JSON pointer into `skill.json`. */
  readonly pointer?: string;
  readonly field?: string;
  readonly value?: string;
  readonly expected?: string;
  readonly line?: number;
  readonly column?: number;
  readonly fix?: string;
}

interface Rule<Context> {
  readonly codes: readonly DiagnosticCode[];
  check(skill: CheckedSkill, context: Context): Iterable<Finding>;
}

/** Without texts, for every start and change. */
export type FastRule = Rule<RuleContext>;

/** With texts and tokens: in the background, in `validate` and for submissions. */
export type FullRule = Rule<FullRuleContext>;

export const MANIFEST_FILE = 'skill.json';

export function findingToDiagnostic(
  { key, folder }: Pick<CheckedSkill, 'key' | 'folder'>,
  finding: Finding,
): Diagnostic {
  const { code, message, path = MANIFEST_FILE, ...place } = finding;
  return diagnose(code, message, {
    skillKey: key,
    file: folder === '' ? path : `${folder}/${path}`,
    ...place,
  });
}
