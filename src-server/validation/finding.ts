import { type Diagnostic, type DiagnosticCode, diagnose } from '../contract/diagnostic.ts';
import { locatePointer, offsetToPosition } from './json-position.ts';
import type { FullRuleContext, RuleContext, SkillFacts } from './skill-facts.ts';

/** What a rule says. The engine turns it into a diagnostic with the skill's key, the file's path, line and column. */
export interface Finding {
  readonly code: DiagnosticCode;
  readonly message: string;
  /** Relative to the skill's folder; default `skill.json`. */
  readonly path?: string;
  /** JSON pointer into `skill.json`. */
  readonly pointer?: string;
  /** From 1, for other files. */
  readonly line?: number;
  readonly column?: number;
  readonly fix?: string;
}

/** One rule: small, pure, and says which codes it may emit. */
export interface Rule<Context> {
  readonly codes: readonly DiagnosticCode[];
  check(skill: SkillFacts, context: Context): Iterable<Finding>;
}

/** Needs the manifest and the list of files only: run at start and with every change. */
export type FastRule = Rule<RuleContext>;

/** Reads texts or counts tokens: run by `skills validate` and for submissions. */
export type FullRule = Rule<FullRuleContext>;

export const MANIFEST_FILE = 'skill.json';

/** Where a finding is: JSON pointers become a line and column, from the manifest's text, which is read only then. */
export function findingToDiagnostic(skill: SkillFacts, finding: Finding): Diagnostic {
  const { code, message, path = MANIFEST_FILE, pointer, line, column, fix } = finding;
  const position = pointer === undefined ? { line, column } : positionInManifest(skill, pointer);
  return diagnose(code, message, {
    skillKey: skill.key,
    file: skill.folder === '' ? path : `${skill.folder}/${path}`,
    ...(position.line === undefined ? {} : { line: position.line }),
    ...(position.column === undefined ? {} : { column: position.column }),
    ...(pointer === undefined ? {} : { pointer }),
    ...(fix === undefined ? {} : { fix }),
  });
}

function positionInManifest(skill: SkillFacts, pointer: string): { line?: number; column?: number } {
  const text = skill.readText(MANIFEST_FILE);
  const offset = text === undefined ? undefined : locatePointer(text, pointer);
  return text === undefined || offset === undefined ? {} : offsetToPosition(text, offset);
}
