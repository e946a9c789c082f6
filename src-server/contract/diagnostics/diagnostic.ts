import { compareText } from '../words/compare-text.ts';
/** Bad data: a diagnostic, never an exception. */
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
  /** Layer. Only with several layers. */
  readonly registry?: string;
  /** Relative to the root, with `/`. */
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  /** From 1. */
  readonly column?: number;
  /** JSON pointer into `file`. */
  readonly pointer?: string;
  /** Below `pointer`. */
  readonly field?: string;
  /** JSON, cut at about 60 characters. */
  readonly value?: string;
  /** Follows “must be”. */
  readonly expected?: string;
  /** Default: the code's. */
  readonly fix?: string;
}

export type DiagnosticCode = keyof typeof DIAGNOSTICS;

/**
 * `error`: not served, against the specification, or hidden from readers. `warning`: served, probably not as
 * intended. `info`: worth knowing.
 */
export const DIAGNOSTICS = {
  'skill-json-invalid': {
    severity: 'error',
    why: 'A skill is served only with a readable skill.json.',
    fix: 'Make skill.json a valid JSON object.',
  },
  'skill-json-missing': {
    severity: 'error',
    why: 'A folder without skill.json is not listed, and no file of the folder is served.',
    fix: 'Write a skill.json (skills-registry init shows an example), or move the folder out of skills/.',
  },
  'schema-unsupported': {
    severity: 'error',
    why: 'The skill is not served: another major version may give the same fields other meanings.',
    fix: 'Convert the skill to skills/v1.',
  },
  'schema-minor': {
    severity: 'info',
    why: 'The file is of a later minor version. Fields that this version does not know are served unchanged.',
    fix: 'Nothing is to be done.',
  },
  'schema-alias': {
    severity: 'error',
    why: 'The file is read as skills/v1. Other tools may refuse the file.',
    fix: 'Set "schema" to "skills/v1".',
  },
  'schema-missing': {
    severity: 'error',
    why: 'The file is read as skills/v1. Other tools may refuse the file.',
    fix: 'Add "schema": "skills/v1".',
  },
  'extension-too-deep': {
    severity: 'warning',
    why: 'Extensions nested more than 100 levels deep are left out. The skill is served.',
    fix: 'Nest the extension less deeply.',
  },
  'key-underivable': {
    severity: 'error',
    why: 'A skill is addressed by language/author/name. Without a key the skill is not served.',
    fix: 'Put the folder at skills/<language>/<author>/<name>, or give skill.json a "language" and a "repo" (author/name).',
  },
  'key-from-manifest': {
    severity: 'info',
    why: 'The folder is not language/author/name. The key comes from skill.json and differs from the path.',
    fix: 'Move the folder to the path of the key.',
  },
  'key-mismatch': {
    severity: 'warning',
    why: 'The key comes from the folder. skill.json has another language, or a repo with another author and name.',
    fix: 'Make the folder and skill.json agree.',
  },
  'key-duplicate': {
    severity: 'error',
    why: 'Another folder has the same key. This folder is not served.',
    fix: 'Remove a folder, or give the folders different keys.',
  },
  'skill-draft': {
    severity: 'error',
    why: 'Agents would take the text of the template for knowledge. People see drafts, agents don’t get drafts.',
    fix: 'Replace each {{write: …}} marker. The skill is served when the last marker is gone.',
  },
  'skill-nested': {
    severity: 'info',
    why: 'A skill inside another skill’s folder is easy to overlook.',
    fix: 'Move the inner folder out of the skill.',
  },
  'file-missing': {
    severity: 'error',
    why: 'skill.json lists a missing file. Readers get less than promised.',
    fix: 'Add the file, or remove the file from the list in skill.json.',
  },
  'file-outside': {
    severity: 'error',
    why: 'Only files inside the skill’s folder are served, after links are resolved.',
    fix: 'Put the file into the skill’s folder instead of a link.',
  },
  'file-too-large': {
    severity: 'warning',
    why: 'Texts over 8 MiB are not served, nor what exceeds 16 MiB of a skill.',
    fix: 'Split or shorten the file.',
  },
  'file-not-servable': {
    severity: 'warning',
    why: 'Only markdown files in the skill’s folder and files under examples/ are served.',
    fix: 'Rename the file, or remove the file from the list in skill.json.',
  },
  'file-unreadable': {
    severity: 'error',
    why: 'A file that can’t be read, or that only stands for another file, is not served.',
    fix: 'Check the permissions, the drive and the connection. The service tries again automatically.',
  },
  'name-not-utf8': {
    severity: 'warning',
    why: 'Addresses are UTF-8. A file or folder with another encoding in the name is not served.',
    fix: 'Rename the file or folder, best to lowercase letters, digits and hyphens.',
  },
  'file-limit': {
    severity: 'warning',
    why: 'A skill has at most 200 files, and a registry 512 MiB of texts. The rest is not served.',
    fix: 'Move files that don’t belong to the skill out of the folder, or skills to another registry.',
  },
  'folder-too-deep': {
    severity: 'info',
    why: 'Skills and examples are found up to four levels deep. Deeper folders are not served.',
    fix: 'Move the folder up.',
  },
  'unreadable-kept': {
    severity: 'warning',
    why: 'The last state read is still served, and may be out of date.',
    fix: 'Check the disk, the connection, and the permissions of the file or folder.',
  },
  'index-json-invalid': {
    severity: 'error',
    why: 'Until index.json can be read, the list is built from the skills alone.',
    fix: 'Make index.json a valid JSON object with a "skills" array.',
  },
  'index-schema-unsupported': {
    severity: 'error',
    why: 'index.json is of another major version and is not used.',
    fix: 'Convert index.json to skills/v1.',
  },
  'index-schema-missing': {
    severity: 'warning',
    why: 'The file is read as skills/v1. Other tools may refuse the file.',
    fix: 'Add "schema": "skills/v1" to index.json.',
  },
  'index-schema-alias': {
    severity: 'warning',
    why: 'The file is read as skills/v1. Other tools may refuse the file.',
    fix: 'Set "schema" to "skills/v1" in index.json.',
  },
  'index-version-invalid': {
    severity: 'warning',
    why: 'The version of the index must be a whole number; counting starts at 1.',
    fix: 'Set "version" to a whole number.',
  },
  'index-updated-at-invalid': {
    severity: 'warning',
    why: 'The time must be an ISO 8601 date-time. Without a usable time, the time of the newest skill is used.',
    fix: 'Set "updated_at" to a time such as 2026-01-31T12:00:00Z.',
  },
  'index-old': {
    severity: 'info',
    why: 'The format asks for a new index every week. An older index may lack skills.',
    fix: 'Rebuild index.json.',
  },
  'index-entry-invalid': {
    severity: 'error',
    why: 'An entry without a usable key has no skill.',
    fix: 'Give the entry a key, or remove it.',
  },
  'index-key-invalid': {
    severity: 'warning',
    why: 'A skill is addressed by language/author/name. Readers of index.json don’t find another key.',
    fix: 'Rebuild index.json: skills-registry index <registry>.',
  },
  'index-entry-orphan': {
    severity: 'warning',
    why: 'The entry has no skill folder and is left out of the list.',
    fix: 'Add the folder or remove the entry.',
  },
  'index-entry-duplicate': {
    severity: 'warning',
    why: 'Two entries name the same skill. The first entry counts.',
    fix: 'Remove an entry.',
  },
  'index-entry-missing': {
    severity: 'info',
    why: 'The skill is not in index.json. The entry was built from skill.json.',
    fix: 'Rebuild index.json.',
  },
  'index-entry-disagrees': {
    severity: 'warning',
    why: 'index.json and skill.json differ. The list shows the values of index.json.',
    fix: 'Rebuild index.json.',
  },
  'rules-json-invalid': {
    severity: 'error',
    why: 'With an unusable rules.json every rule of the specification applies.',
    fix: 'Write {"profile": "private", "off": {"<code>": "<reason>"}}, or remove the file.',
  },
  'index-entry-stale': {
    severity: 'info',
    why: 'skill.json was edited after index.json was written. The list shows the values of skill.json; index.json has the old values.',
    fix: 'Rebuild index.json: skills-registry index <registry>.',
  },
  'registry-empty': {
    severity: 'warning',
    why: 'The registry has no skill yet.',
    fix: 'Add a skill under skills/<language>/<author>/<name>/.',
  },
  'skill-shadowed': {
    severity: 'info',
    why: 'An upper registry has the same key. This skill is shadowed: not served.',
    fix: 'To serve this skill, move the registry up: skills-registry registry order, or the order of -r.',
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

/** Unserved folders. */
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

/** With a place in the file. */
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

export function countBySeverity(diagnostics: readonly Diagnostic[]): Record<Severity, number> {
  const counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  for (const { severity } of diagnostics) counts[severity] += 1;
  return counts;
}
