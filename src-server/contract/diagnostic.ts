import { DIAGNOSTICS, type DiagnosticCode } from './codes.ts';
import type { Infer } from './schema.ts';
import type { diagnostic, relaxation } from './schemas/status.ts';
import type { DiagnosticKind, Effect } from './validation-codes.ts';
import { compareSeverity, compareText, groupDigits, type Severity } from './words.ts';

export { DIAGNOSTICS, type DiagnosticCode } from './codes.ts';
export type { Severity } from './words.ts';

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

/** By rules.json. */
export type Relaxed = Infer<typeof relaxation>;

const HOW = { off: 'not reported', note: 'as notes' } as const;

/** `skill-short 12 as notes: for ourselves only` */
export function relaxedWords({ code, count, how, reason }: Relaxed): string {
  return `${code} ${groupDigits(count)} ${HOW[how]}: ${reason}`;
}

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
