/** A registry's own rules.json: which of the specification's rules it relaxes, and what that comes to. */
import {
  compareText,
  DIAGNOSTICS,
  type Diagnostic,
  type DiagnosticCode,
} from '../contract/diagnostics/diagnostic.ts';
import type { Relaxed } from '../contract/diagnostics/relaxed.ts';
import { VALIDATION_DIAGNOSTICS } from '../contract/diagnostics/validation-codes.ts';
import validateRules from '../contract/schemas/registry-rules.schema.json?validate';
import { toPointer } from './json-position.ts';
import { schemaProblems } from './schema-problems.ts';
import { shorten } from './shorten.ts';

/** Relative to the registry. */
export const RULES_FILE = 'rules.json';

/** `private`: for a registry that its makers alone read. */
export type RuleProfile = 'specification' | 'private';

/** What a registry asks of its own skills: its rules.json. */
export interface RegistryRules {
  readonly profile: RuleProfile;
  /** Codes that are not reported, with the reasons. */
  readonly off: ReadonlyMap<DiagnosticCode, string>;
}

/** Every rule as it stands: what a registry without a rules.json has. */
export const SPECIFICATION: RegistryRules = { profile: 'specification', off: new Map() };

/** The text of a new registry's rules.json. */
export function registryRulesText(profile: RuleProfile): string {
  return `${JSON.stringify({ profile, off: {} }, undefined, 2)}\n`;
}

/** The rules that hold, and what is wrong with the file. */
export interface ReadRules {
  readonly rules: RegistryRules;
  readonly diagnostics: readonly Diagnostic[];
}

/** What a parsed rules.json says. Where any of it can't be used, nothing is relaxed. */
export function readRules(value: unknown): ReadRules {
  if (!validateRules(value)) return refuse(describeProblems(value));
  const { profile = 'specification', off = {} } = value as {
    readonly profile?: RuleProfile;
    readonly off?: Readonly<Record<string, string>>;
  };
  const kept = Object.keys(off).filter((code) => !isSwitchable(code));
  if (kept.length > 0) return refuse(kept.map(describeKept));
  return { rules: { profile, off: new Map(Object.entries(off)) as RegistryRules['off'] }, diagnostics: [] };
}

type Problem = Pick<Diagnostic, 'message' | 'pointer' | 'line' | 'column'>;

function refuse(problems: readonly Problem[]): ReadRules {
  return {
    rules: SPECIFICATION,
    diagnostics: problems.map(({ message, ...place }) => rulesDiagnostic(message, place)),
  };
}

/** A diagnostic about rules.json itself. */
export function rulesDiagnostic(message: string, place: Omit<Problem, 'message'> = {}): Diagnostic {
  const { severity } = DIAGNOSTICS['rules-json-invalid'];
  return { code: 'rules-json-invalid', severity, message, file: RULES_FILE, ...place };
}

function describeProblems(value: unknown): Problem[] {
  return schemaProblems(validateRules.errors ?? [], value).map(({ keyword, message, pointer }) =>
    keyword === 'additionalProperties'
      ? { message: 'rules.json has "profile" and "off", and nothing else.', pointer }
      : { message, pointer },
  );
}

function describeKept(code: string): Problem {
  const why = Object.hasOwn(DIAGNOSTICS, code)
    ? 'can’t be switched off: it tells of what is not served, or of what deceives a reader'
    : 'is no code that this version knows';
  return { message: `"${shorten(code)}" ${why}.`, pointer: toPointer('off', shorten(code)) };
}

/** Who writes a registry must not be able to hide from its readers what deceives them, or what was not looked at. */
const NEVER_OFF: ReadonlySet<string> = new Set<DiagnosticCode>([
  'bidi-control',
  'hidden-character',
  'check-unfinished',
  'texts-left-out',
  'placeholder-left',
]);

function isSwitchable(code: string): boolean {
  return Object.hasOwn(VALIDATION_DIAGNOSTICS, code) && !NEVER_OFF.has(code);
}

/** What is a note in a private registry. */
function isPrivateNote({ code, field, pointer }: Diagnostic): boolean {
  const isTrust = code === 'field-missing' && field === 'trust_score' && (pointer ?? '') === '';
  return isTrust || code === 'tokens-too-few' || code === 'example-missing';
}

/** What became of a diagnostic: `off`, not reported; `note`, reported with less weight; undefined, as it was. */
export function relaxation(
  diagnostic: Diagnostic,
  { profile, off }: RegistryRules,
): Relaxed['how'] | undefined {
  if (off.has(diagnostic.code)) return 'off';
  const isNote = profile === 'private' && diagnostic.severity !== 'info' && isPrivateNote(diagnostic);
  return isNote ? 'note' : undefined;
}

/** A diagnostic as the rules leave it; undefined where it is not reported. */
export function relaxOne(found: Diagnostic, rules: RegistryRules): Diagnostic | undefined {
  const how = relaxation(found, rules);
  if (how === undefined) return found;
  return how === 'off' ? undefined : { ...found, severity: 'info' };
}

/** What a registry's own rules leave of a list of problems. */
export interface RelaxedDiagnostics {
  /** What is left to report, in the order given. */
  readonly diagnostics: readonly Diagnostic[];
  /** What was relaxed, by code. */
  readonly relaxed: readonly Relaxed[];
}

/** Applies a registry's rules to what was found in it. */
export function relax(found: readonly Diagnostic[], rules: RegistryRules): RelaxedDiagnostics {
  const relaxed = new Map<string, Relaxed>();
  for (const diagnostic of found) {
    const how = relaxation(diagnostic, rules);
    if (how === undefined) continue;
    const { code } = diagnostic;
    const count = (relaxed.get(code)?.count ?? 0) + 1;
    relaxed.set(code, { code, count, how, reason: rules.off.get(code) ?? 'The registry is private.' });
  }
  const diagnostics = found.flatMap((diagnostic) => relaxOne(diagnostic, rules) ?? []);
  return { diagnostics, relaxed: [...relaxed.values()].sort((a, b) => compareText(a.code, b.code)) };
}
