import { type Diagnostic, type DiagnosticCode, diagnose } from '../contract/diagnostics/diagnostic.ts';
import type { CheckContext, CheckedSkill } from './checked-skill.ts';

export interface Finding
  extends Pick<Diagnostic, 'message' | 'field' | 'value' | 'expected' | 'line' | 'column' | 'fix'> {
  readonly code: DiagnosticCode;
  /** Default: `skill.json`. */
  readonly path?: string;
  /** JSON pointer into `skill.json`. */
  readonly pointer?: string;
}

export type Rule = (skill: CheckedSkill, context: CheckContext) => Iterable<Finding>;

export const MANIFEST_FILE = 'skill.json';

export function findingToDiagnostic(
  { key, folder }: Pick<CheckedSkill, 'key' | 'folder'>,
  { code, message, path = MANIFEST_FILE, ...place }: Finding,
): Diagnostic {
  return diagnose(code, message, {
    skillKey: key,
    file: folder === '' ? path : `${folder}/${path}`,
    ...place,
  });
}
