import { DIAGNOSTICS, type DiagnosticCode } from './codes.ts';
import type { Infer } from './schema.ts';
import type { diagnostic, relaxation } from './schemas/status.ts';
import type { DiagnosticKind, Effect } from './validation-codes.ts';
import { compareSeverity, compareText, groupDigits, type Severity } from './words.ts';

export type { Severity } from './words.ts';

/**
 * A finding about data of a registry: its code, its severity, a sentence, and the place that it is about. Bad data is
 * always a diagnostic, never an exception. `file` is relative to the registry's root, `line` and `column` begin at 1.
 * Example: `diagnose('file-missing', 'a.md is listed but missing.', { skillKey, file: 'skill.json', pointer:
 * '/files/P1/0' })`.
 */
export type Diagnostic = Infer<typeof diagnostic>;

export function diagnose(
  code: DiagnosticCode,
  message: string,
  where: Omit<Diagnostic, 'code' | 'severity' | 'message'> = {},
): Diagnostic {
  return { code, severity: DIAGNOSTICS[code].severity, message, ...where };
}

/** Codes that say of a folder that it isn't served at all. */
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

/**
 * Returns what a problem does; undefined for matters of the house style, and for codes that only a newer service has.
 */
export function effectOf({ code }: Pick<Diagnostic, 'code'>): Effect | undefined {
  const kind: Partial<DiagnosticKind> = Object.hasOwn(DIAGNOSTICS, code) ? DIAGNOSTICS[code] : {};
  return kind.effect;
}

/** Sorts effects: what agents notice most comes first. */
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

/** Whether a registry is judged by the whole specification, or is read only by its authors. */
export type RuleProfile = 'specification' | 'private';

/** What the rules.json of a registry relaxes: codes that are off, each with the reason. */
export interface RegistryRules {
  readonly profile: RuleProfile;
  readonly off: ReadonlyMap<DiagnosticCode, string>;
}

export const SPECIFICATION: RegistryRules = { profile: 'specification', off: new Map() };

/** What a rules.json did with the findings of one code, and how many it were. */
export type Relaxed = Infer<typeof relaxation>;

function howRelaxed(diagnostic: Diagnostic, { profile, off }: RegistryRules): Relaxed['how'] | undefined {
  const { code, severity, field, pointer = '' } = diagnostic;
  if (off.has(code)) return 'off';
  const isTrust = code === 'field-missing' && field === 'trust_score' && pointer === '';
  const isNote = isTrust || code === 'tokens-too-few' || code === 'example-missing';
  return profile === 'private' && severity !== 'info' && isNote ? 'note' : undefined;
}

/** Applies the rules of a registry to findings. Returns what is left, and what was relaxed, by code. */
export function relax(
  found: readonly Diagnostic[],
  rules: RegistryRules,
): { readonly diagnostics: readonly Diagnostic[]; readonly relaxed: readonly Relaxed[] } {
  const relaxed = new Map<string, Relaxed>();
  const diagnostics = found.flatMap((diagnostic): Diagnostic[] => {
    const how = howRelaxed(diagnostic, rules);
    if (how === undefined) return [diagnostic];
    const { code } = diagnostic;
    const reason = rules.off.get(code) ?? 'The registry is private.';
    relaxed.set(code, { code, count: (relaxed.get(code)?.count ?? 0) + 1, how, reason });
    return how === 'off' ? [] : [{ ...diagnostic, severity: 'info' }];
  });
  return { diagnostics, relaxed: [...relaxed.values()].sort((a, b) => compareText(a.code, b.code)) };
}

const HOW = { off: 'not reported', note: 'as notes' } as const;

/** Returns what was relaxed, in words: `tokens-too-few 12 as notes: The registry is private.` */
export function relaxedWords({ code, count, how, reason }: Relaxed): string {
  return `${code} ${groupDigits(count)} ${HOW[how]}: ${reason}`;
}

/** All places with the same code, with what to do about them. */
export interface ProblemKind {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** What is wrong at each place, without full stop. */
  readonly title: string;
  /** What the problem does; undefined for matters of the house style. */
  readonly effect: Effect | undefined;
  /** Whether `validate --fix` mends it at each place. */
  readonly isMended: boolean;
  readonly fix: string;
  readonly places: readonly Diagnostic[];
}

/**
 * Groups findings by their code: what agents notice most first, then by severity and number of places. Leaves drafts
 * out, which are no faults.
 */
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

/** Makes a title of a code that only a newer service knows: `Tokens too few`. */
function sentenceOf(code: string): string {
  return `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll('-', ' ')}`;
}
