import type { Infer } from '../schema-types.ts';
import type { diagnostic } from '../schemas/diagnostics.ts';
import { compareText } from '../words/compare-text.ts';
import { DIAGNOSTICS, type DiagnosticCode, type DiagnosticKind, type Effect } from './codes.ts';
import { compareSeverity, type Severity } from './severity.ts';

export { DIAGNOSTICS, type DiagnosticCode } from './codes.ts';
export type { Severity } from './severity.ts';

/** Bad data: a diagnostic, never an exception. */
export type Diagnostic = Infer<typeof diagnostic>;

export function diagnose(
  code: DiagnosticCode,
  message: string,
  where: Omit<Diagnostic, 'code' | 'severity' | 'message'> = {},
): Diagnostic {
  return { code, severity: DIAGNOSTICS[code].severity, message, ...where };
}

/** Of unserved folders. */
const LEFT_OUT: readonly DiagnosticCode[] = [
  'key-duplicate',
  'skill-json-invalid',
  'skill-json-missing',
  'schema-unsupported',
  'key-underivable',
];

export function isLeftOut({ code }: Pick<Diagnostic, 'code'>): boolean {
  return LEFT_OUT.includes(code);
}

const EFFECTS: readonly (Effect | undefined)[] = ['unserved', 'withheld', 'harmful', undefined];

/** Undefined for matters of the house style, and for codes that only a newer service has. */
export function effectOf({ code }: Pick<Diagnostic, 'code'>): Effect | undefined {
  const kind: Partial<DiagnosticKind> = Object.hasOwn(DIAGNOSTICS, code) ? DIAGNOSTICS[code] : {};
  return kind.effect;
}

/** What agents notice most comes first. */
export function compareEffects(a: Effect | undefined, b: Effect | undefined): number {
  return EFFECTS.indexOf(a) - EFFECTS.indexOf(b);
}

export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    Number(isLeftOut(b)) - Number(isLeftOut(a)) ||
    compareSeverity(a.severity, b.severity) ||
    compareText(a.skillKey ?? '', b.skillKey ?? '') ||
    compareText(a.registry ?? '', b.registry ?? '') ||
    compareText(a.file ?? '', b.file ?? '') ||
    (a.line ?? 0) - (b.line ?? 0) ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  );
}

export function countBySeverity(diagnostics: readonly Diagnostic[]): Record<Severity, number> {
  const counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  for (const { severity } of diagnostics) counts[severity] += 1;
  return counts;
}
