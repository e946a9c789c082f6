import { compareText } from '../words/compare-text.ts';
import type { DiagnosticKind } from './codes.ts';
import { DIAGNOSTICS, type Diagnostic, type DiagnosticCode, type Severity } from './diagnostic.ts';
import { compareSeverity } from './severity.ts';

/** Problems with the same code. */
export interface ProblemKind {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** Missing for agents. */
  readonly isUnserved: boolean;
  /** By `validate --fix`, at each place. */
  readonly isMended: boolean;
  readonly fix: string;
  readonly places: readonly Diagnostic[];
}

/** Unserved first, then by severity and number of places. Without drafts, which are no faults. */
export function problemKinds(diagnostics: readonly Diagnostic[]): readonly ProblemKind[] {
  const kinds = new Map<string, ProblemKind & { places: Diagnostic[] }>();
  for (const place of diagnostics) {
    const { code, severity } = place;
    if (code === 'skill-draft' || code === 'placeholder-left') continue;
    // A newer service may have other codes.
    const known: Partial<DiagnosticKind> = Object.hasOwn(DIAGNOSTICS, code) ? DIAGNOSTICS[code] : {};
    const { fix = '', isUnserved = false, isMended = false } = known;
    const kind = kinds.get(code) ?? { code, severity, isUnserved, isMended, fix, places: [] };
    kind.places.push(place);
    kinds.set(code, kind);
  }
  return [...kinds.values()].sort(
    (a, b) =>
      Number(b.isUnserved) - Number(a.isUnserved) ||
      compareSeverity(a.severity, b.severity) ||
      b.places.length - a.places.length ||
      compareText(a.code, b.code),
  );
}
