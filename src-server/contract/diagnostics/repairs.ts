import { compareText } from '../words/compare-text.ts';
import type { DiagnosticKind, Effect } from './codes.ts';
import {
  compareEffects,
  DIAGNOSTICS,
  type Diagnostic,
  type DiagnosticCode,
  type Severity,
} from './diagnostic.ts';
import { compareSeverity } from './severity.ts';

/** Problems with the same code. */
export interface ProblemKind {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** What is wrong at each place, without full stop. */
  readonly title: string;
  /** Undefined for matters of the house style. */
  readonly effect: Effect | undefined;
  /** By `validate --fix`, at each place. */
  readonly isMended: boolean;
  readonly fix: string;
  readonly places: readonly Diagnostic[];
}

/** What agents notice most first, then by severity and number of places. Without drafts, which are no faults. */
export function problemKinds(diagnostics: readonly Diagnostic[]): readonly ProblemKind[] {
  const kinds = new Map<string, ProblemKind & { places: Diagnostic[] }>();
  for (const place of diagnostics) {
    const { code, severity } = place;
    if (code === 'skill-draft' || code === 'placeholder-left') continue;
    // A newer service may have other codes.
    const known: Partial<DiagnosticKind> = Object.hasOwn(DIAGNOSTICS, code) ? DIAGNOSTICS[code] : {};
    const { title = sentenceOf(code), fix = '', effect, isMended = false } = known;
    const kind = kinds.get(code) ?? { code, severity, title, effect, isMended, fix, places: [] };
    kind.places.push(place);
    kinds.set(code, kind);
  }
  return [...kinds.values()].sort(
    (a, b) =>
      compareEffects(a.effect, b.effect) ||
      compareSeverity(a.severity, b.severity) ||
      b.places.length - a.places.length ||
      compareText(a.code, b.code),
  );
}

/** `Tokens too few`, of a code that only a newer service knows. */
function sentenceOf(code: string): string {
  return `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll('-', ' ')}`;
}
