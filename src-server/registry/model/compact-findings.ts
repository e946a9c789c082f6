import type { SkillKey } from '../../contract/api/api.ts';
import { DIAGNOSTICS, type Diagnostic, type DiagnosticCode } from '../../contract/diagnostics/diagnostic.ts';

const CODES: ReadonlyMap<string, DiagnosticCode> = new Map(
  Object.keys(DIAGNOSTICS).map((code) => [code, code as DiagnosticCode]),
);

/**
 * The same findings with one copy of what they repeat. What comes from another thread has a copy of its own of every
 * word, and what is known of ten thousand skills is held as long as they are served.
 */
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
