import type { SkillKey } from '../../contract/api/api.ts';
import { DIAGNOSTICS, type Diagnostic, type DiagnosticCode } from '../../contract/diagnostics/diagnostic.ts';

const CODES: ReadonlyMap<string, DiagnosticCode> = new Map(
  Object.keys(DIAGNOSTICS).map((code) => [code, code as DiagnosticCode]),
);

/** Shares strings to save memory: findings of 10,000 skills, received from another thread, are retained. */
export function compactFindings(key: SkillKey, found: readonly Diagnostic[]): readonly Diagnostic[] {
  const files = new Map<string, string>();
  const shared = (file: string): string => {
    const known = files.get(file) ?? file;
    files.set(file, known);
    return known;
  };
  return found.map((finding) => ({
    ...finding,
    code: CODES.get(finding.code) ?? finding.code,
    severity:
      DIAGNOSTICS[finding.code]?.severity === finding.severity
        ? DIAGNOSTICS[finding.code].severity
        : finding.severity,
    ...(finding.skillKey === key ? { skillKey: key } : {}),
    ...(finding.file === undefined ? {} : { file: shared(finding.file) }),
  }));
}
