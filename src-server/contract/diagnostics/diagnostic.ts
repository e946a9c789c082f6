/** Bad data is a diagnostic, never an exception. */
import type { DiagnosticKind, Severity } from './diagnostic-kind.ts';
import { compareSeverity } from './severity.ts';
import { VALIDATION_DIAGNOSTICS } from './validation-codes.ts';

export type { DiagnosticKind, Severity } from './diagnostic-kind.ts';

export interface Diagnostic {
  /** Stable; listed in `DIAGNOSTICS`. */
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence. */
  readonly message: string;
  readonly skillKey?: string;
  /** Name of the layer. Only with several layers. */
  readonly registry?: string;
  /** Relative to the registry's root, `/` between segments. */
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  /** From 1. */
  readonly column?: number;
  /** JSON pointer into `file`. */
  readonly pointer?: string;
  /** Missing field below `pointer`. */
  readonly field?: string;
  /** JSON, cut to about 60 characters. */
  readonly value?: string;
  /** Follows “must be”. */
  readonly expected?: string;
  /** Default: advice of the code. */
  readonly fix?: string;
}

export type DiagnosticCode = keyof typeof DIAGNOSTICS;

/**
 * All codes. `error`: not served, against the specification, or hides something from readers. `warning`:
 * served, but probably not as meant. `info`: worth knowing.
 */
export const DIAGNOSTICS = {
  'skill-json-invalid': {
    severity: 'error',
    why: 'Without a readable skill.json nothing of the skill can be served.',
    fix: 'Make skill.json a valid JSON object.',
  },
  'skill-json-missing': {
    severity: 'error',
    why: 'A folder is served by its skill.json: without one nobody gets its files, and no list names it.',
    fix: 'Write a skill.json beside them (skills-registry init shows one), or move the folder out of skills/.',
  },
  'schema-unsupported': {
    severity: 'error',
    why: 'Another major version may mean something else by the same fields, so the skill is not served.',
    fix: 'Convert the skill to skills/v1.',
  },
  'schema-alias': {
    severity: 'error',
    why: 'It is read as skills/v1; other tools may refuse it.',
    fix: 'Set "schema" to "skills/v1".',
  },
  'schema-missing': {
    severity: 'error',
    why: 'It is read as skills/v1; other tools may refuse it.',
    fix: 'Add "schema": "skills/v1".',
  },
  'key-underivable': {
    severity: 'error',
    why: 'A skill is addressed by language/author/name; without one it cannot be served.',
    fix: 'Put the folder at skills/<language>/<author>/<name>, or give skill.json a "language" and a "repo" (author/name).',
  },
  'key-from-manifest': {
    severity: 'info',
    why: 'The folder is not language/author/name, so the key was made from skill.json and differs from the path.',
    fix: 'Move the folder to the path its key names.',
  },
  'key-mismatch': {
    severity: 'warning',
    why: 'The key comes from the folder; skill.json says another language, or a repo of another author and name.',
    fix: 'Make the folder and skill.json agree.',
  },
  'key-duplicate': {
    severity: 'error',
    why: 'One key can name one skill only; this folder is not served.',
    fix: 'Remove one of the folders, or give it its own key.',
  },
  'skill-draft': {
    severity: 'error',
    why: 'An agent would read what the template says as knowledge, so a draft is shown to people and not served.',
    fix: 'Write what is left to write; the skill is served as soon as the last {{write: …}} marker is gone.',
  },
  'skill-nested': {
    severity: 'info',
    why: 'A skill inside another skill’s folder is easy to overlook.',
    fix: 'Move the inner folder to its own place.',
  },
  'file-missing': {
    severity: 'error',
    why: 'skill.json lists a file that is not there; readers get less than promised.',
    fix: 'Add the file or take it off the list in skill.json.',
  },
  'file-outside': {
    severity: 'error',
    why: 'Only files inside the skill’s own folder are served, links resolved.',
    fix: 'Put the file itself into the skill’s folder.',
  },
  'file-too-large': {
    severity: 'warning',
    why: 'A knowledge file over 16 MiB is not part of the skill’s answer; it can only be read as a section.',
    fix: 'Split or shorten the file.',
  },
  'file-not-servable': {
    severity: 'warning',
    why: 'Only markdown files in the skill’s folder and files under examples/ are served.',
    fix: 'Rename the file or take it off the list in skill.json.',
  },
  'file-unreadable': {
    severity: 'error',
    why: 'What cannot be read cannot be served; what was read there before stays served meanwhile.',
    fix: 'Check the permissions, the drive and its connection; it is tried again by itself.',
  },
  'name-not-utf8': {
    severity: 'warning',
    why: 'Addresses are UTF-8, so a file or folder with such a name cannot be asked for and is not served.',
    fix: 'Rename it, best to lowercase letters, digits and hyphens.',
  },
  'file-limit': {
    severity: 'warning',
    why: 'A skill of thousands of files is no skill that an agent can read; the rest is not served.',
    fix: 'Keep what belongs to the skill, and move the rest elsewhere.',
  },
  'folder-too-deep': {
    severity: 'info',
    why: 'Skills are looked for eight levels deep, examples sixteen; what lies deeper is not served.',
    fix: 'Move it up.',
  },
  'unreadable-kept': {
    severity: 'warning',
    why: 'What was read before is still served, and may be out of date by now.',
    fix: 'Check the disk, the connection to it, and the permissions of the file or folder.',
  },
  'index-json-invalid': {
    severity: 'error',
    why: 'The list is made from the skills alone until index.json can be read.',
    fix: 'Make index.json a valid JSON object with a "skills" array.',
  },
  'index-schema-unsupported': {
    severity: 'error',
    why: 'index.json is of another major version and is not used.',
    fix: 'Convert index.json to skills/v1.',
  },
  'index-schema-missing': {
    severity: 'warning',
    why: 'It is read as skills/v1; other tools may refuse it.',
    fix: 'Add "schema": "skills/v1" to index.json.',
  },
  'index-schema-alias': {
    severity: 'warning',
    why: 'It is read as skills/v1; other tools may refuse it.',
    fix: 'Set "schema" to "skills/v1" in index.json.',
  },
  'index-version-invalid': {
    severity: 'warning',
    why: 'The version of the index must be a whole number; counting starts at 1.',
    fix: 'Set "version" to a whole number.',
  },
  'index-updated-at-invalid': {
    severity: 'warning',
    why: 'The time must be an ISO 8601 date-time. If it is none at all, the newest skill’s is used.',
    fix: 'Set "updated_at" to a time such as 2026-01-31T12:00:00Z.',
  },
  'index-old': {
    severity: 'info',
    why: 'An index is to be renewed every week; an older one may leave out what the registry has by now.',
    fix: 'Rebuild index.json.',
  },
  'index-entry-invalid': {
    severity: 'warning',
    why: 'An entry without a usable key names no skill.',
    fix: 'Give the entry a key, or remove it.',
  },
  'index-key-invalid': {
    severity: 'warning',
    why: 'A skill is addressed by language/author/name; by another key nobody finds it in index.json.',
    fix: 'Rebuild index.json: skills-registry index <registry>.',
  },
  'index-entry-orphan': {
    severity: 'warning',
    why: 'The entry has no skill folder and is left out of the list.',
    fix: 'Add the folder or remove the entry.',
  },
  'index-entry-duplicate': {
    severity: 'warning',
    why: 'Two entries name one skill; the first one counts.',
    fix: 'Remove one of the entries.',
  },
  'index-entry-missing': {
    severity: 'info',
    why: 'The skill is not in index.json; its entry was made from skill.json.',
    fix: 'Rebuild index.json.',
  },
  'index-entry-disagrees': {
    severity: 'warning',
    why: 'index.json and skill.json say different things; the list shows index.json’s.',
    fix: 'Rebuild index.json.',
  },
  'rules-json-invalid': {
    severity: 'error',
    why: 'A rules.json that can’t be used relaxes nothing, so every rule of the specification applies.',
    fix: 'Make it {"profile": "private", "off": {"<code>": "<reason>"}}, or remove it.',
  },
  'index-entry-stale': {
    severity: 'info',
    why: 'skill.json was edited after index.json was written. The list shows skill.json’s; who reads index.json itself gets the old.',
    fix: 'Rebuild index.json: skills-registry index <registry>.',
  },
  'registry-empty': {
    severity: 'warning',
    why: 'The folder is a registry, but holds no skill yet.',
    fix: 'Add a skill under skills/<language>/<author>/<name>/.',
  },
  'skill-shadowed': {
    severity: 'info',
    why: 'An upper registry has the same key and answers for it, so this skill is not served.',
    fix: 'To serve this skill, move its registry up: skills-registry registry order, or the order of -r.',
  },
  ...VALIDATION_DIAGNOSTICS,
} as const satisfies Readonly<Record<string, DiagnosticKind>>;

export function diagnose(
  code: DiagnosticCode,
  message: string,
  where: Omit<Diagnostic, 'code' | 'severity' | 'message'> = {},
): Diagnostic {
  return { code, severity: DIAGNOSTICS[code].severity, message, ...where };
}

/** Unserved folders, the worst problems. */
const LEFT_OUT = {
  'key-duplicate': 'another folder has its key',
  'skill-json-invalid': 'its skill.json can’t be read',
  'skill-json-missing': 'it has no skill.json',
  'schema-unsupported': 'it is of another major version',
  'key-underivable': 'it has no key',
} as const satisfies Partial<Record<DiagnosticCode, string>>;

export function isLeftOut({ code }: Pick<Diagnostic, 'code'>): boolean {
  return Object.hasOwn(LEFT_OUT, code);
}

/** Undefined if served. */
export function leftOutWords({ code }: Pick<Diagnostic, 'code'>): string | undefined {
  return Object.hasOwn(LEFT_OUT, code) ? LEFT_OUT[code as keyof typeof LEFT_OUT] : undefined;
}

export function isNoJson({ code }: Pick<Diagnostic, 'code'>): boolean {
  return code === 'skill-json-invalid' || code === 'index-json-invalid';
}

/** Whether the problem has a place inside of the file. */
export function isAboutLine(found: Pick<Diagnostic, 'code' | 'line' | 'pointer'>): boolean {
  return (found.line ?? found.pointer) !== undefined || isNoJson(found);
}

/** Total order. */
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

/** Independent of locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function countBySeverity(diagnostics: readonly Diagnostic[]): Record<Severity, number> {
  const counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  for (const { severity } of diagnostics) counts[severity] += 1;
  return counts;
}
