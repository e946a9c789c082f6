import { DIAGNOSTICS, type DiagnosticCode } from '../contract/codes.ts';
import {
  type Diagnostic,
  diagnose,
  type RegistryRules,
  type RuleProfile,
  SPECIFICATION,
} from '../contract/diagnostic.ts';
import { checkOf } from '../contract/schema.ts';
import { registryRulesSchema } from '../contract/schemas/files.ts';
import { VALIDATION_DIAGNOSTICS } from '../contract/validation-codes.ts';
import { truncate } from './finding.ts';
import { toPointer } from './json-position.ts';
import { schemaProblems } from './rules/manifest.ts';

const isRules = checkOf(registryRulesSchema);
export const RULES_FILE = 'rules.json';

export function registryRulesText(profile: RuleProfile): string {
  return `${JSON.stringify({ profile, off: {} }, undefined, 2)}\n`;
}

export interface ReadRules {
  readonly rules: RegistryRules;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the rules of a registry. If they are partly invalid, nothing is relaxed. */
export function readRules(value: unknown): ReadRules {
  if (!isRules(value)) return refuse(describeProblems(value));
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
  const diagnostics = problems.map(({ message, ...place }) => rulesDiagnostic(message, place));
  return { rules: SPECIFICATION, diagnostics };
}

export function rulesDiagnostic(message: string, place: Omit<Problem, 'message'> = {}): Diagnostic {
  return diagnose('rules-json-invalid', message, { file: RULES_FILE, ...place });
}

function describeProblems(value: unknown): Problem[] {
  const other = 'rules.json has "profile" and "off", and nothing else.';
  return schemaProblems(isRules.errors, value).map(({ keyword, message, pointer }) => ({
    message: keyword === 'additionalProperties' ? other : message,
    pointer,
  }));
}

function describeKept(code: string): Problem {
  const why = Object.hasOwn(DIAGNOSTICS, code)
    ? 'can’t be switched off: it tells of what is not served, or of what deceives a reader'
    : 'is no code that this version knows';
  return { message: `"${truncate(code)}" ${why}.`, pointer: toPointer('off', truncate(code)) };
}

/** Authors must not hide deceptive text or unchecked skills. */
const NEVER_OFF: ReadonlySet<string> = new Set<DiagnosticCode>([
  'bidi-control',
  'hidden-character',
  'agent-instruction',
  'check-unfinished',
  'placeholder-left',
]);

function isSwitchable(code: string): boolean {
  return Object.hasOwn(VALIDATION_DIAGNOSTICS, code) && !NEVER_OFF.has(code);
}
