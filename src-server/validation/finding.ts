import { type Diagnostic, type DiagnosticCode, diagnose } from '../contract/diagnostics/diagnostic.ts';
import type { CheckedSkill, FullRuleContext, RuleContext } from './checked-skill.ts';

/** What a rule says. The engine turns it into a diagnostic. */
export interface Finding {
  readonly code: DiagnosticCode;
  readonly message: string;
  /** Relative to the skill's folder; default `skill.json`. */
  readonly path?: string;
  /** JSON pointer into `skill.json`; `withPositions` finds the line. */
  readonly pointer?: string;
  /** These three as in `Diagnostic`. */
  readonly field?: string;
  readonly value?: string;
  readonly expected?: string;
  /** From 1, for other files. */
  readonly line?: number;
  readonly column?: number;
  readonly fix?: string;
}

/** One rule: small, pure, and says which codes it may emit. */
export interface Rule<Context> {
  readonly codes: readonly DiagnosticCode[];
  check(skill: CheckedSkill, context: Context): Iterable<Finding>;
}

/** Needs the manifest and the list of files only: run at start and with every change. */
export type FastRule = Rule<RuleContext>;

/** Reads texts or counts tokens: run by `skills-registry validate` and for submissions. */
export type FullRule = Rule<FullRuleContext>;

/** Relative to a skill's folder. */
export const MANIFEST_FILE = 'skill.json';

/** With the skill's key and the file's place in the registry. */
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
