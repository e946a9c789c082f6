import { compareText } from '../words/compare-text.ts';
/** Bad data: a diagnostic, never an exception. */
import {
  type DiagnosticKind,
  error,
  info,
  MENDED,
  type Severity,
  UNSERVED,
  warning,
} from './diagnostic-kind.ts';
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
  'skill-json-invalid': error(
    'A skill is served only with a readable skill.json.',
    'Make skill.json a valid JSON object.',
    UNSERVED,
  ),
  'skill-json-missing': error(
    'A folder without skill.json is not listed, and no file of the folder is served.',
    'Write a skill.json (skills-registry init shows an example), or move the folder out of skills/.',
    UNSERVED,
  ),
  'schema-unsupported': error(
    'The skill is not served: another major version may give the same fields other meanings.',
    'Convert the skill to skills/v1.',
    UNSERVED,
  ),
  'schema-minor': info(
    'The file is of a later minor version. Fields that this version does not know are served unchanged.',
    'Nothing is to be done.',
  ),
  'schema-alias': error(
    'The file is read as skills/v1. Other tools may refuse the file.',
    'Set "schema" to "skills/v1".',
    MENDED,
  ),
  'schema-missing': error(
    'The file is read as skills/v1. Other tools may refuse the file.',
    'Add "schema": "skills/v1".',
    MENDED,
  ),
  'extension-too-deep': warning(
    'Extensions nested more than 100 levels deep are left out. The skill is served.',
    'Nest the extension less deeply.',
    UNSERVED,
  ),
  'key-underivable': error(
    'A skill is addressed by language/author/name. Without a key the skill is not served.',
    'Put the folder at skills/<language>/<author>/<name>, or give skill.json a "language" and a "repo" (author/name).',
    UNSERVED,
  ),
  'key-from-manifest': info(
    'The folder is not language/author/name. The key comes from skill.json and differs from the path.',
    'Move the folder to the path of the key.',
  ),
  'key-mismatch': warning(
    'The key comes from the folder. skill.json has another language, or a repo with another author and name.',
    'Make the folder and skill.json agree.',
  ),
  'key-duplicate': error(
    'Another folder has the same key. This folder is not served.',
    'Remove a folder, or give the folders different keys.',
    UNSERVED,
  ),
  'skill-draft': error(
    'Agents would take the text of the template for knowledge. People see drafts, agents don’t get drafts.',
    'Replace each {{write: …}} marker. The skill is served when the last marker is gone.',
  ),
  'skill-nested': info(
    'A skill inside another skill’s folder is easy to overlook.',
    'Move the inner folder out of the skill.',
  ),
  'file-missing': error(
    'skill.json lists a missing file. Readers get less than promised.',
    'Add the file, or remove the file from the list in skill.json.',
    UNSERVED,
    MENDED,
  ),
  'file-outside': error(
    'Only files inside the skill’s folder are served, after links are resolved.',
    'Put the file into the skill’s folder instead of a link.',
    UNSERVED,
  ),
  'file-too-large': warning(
    'Texts over 8 MiB are not served, nor what exceeds 16 MiB of a skill.',
    'Split or shorten the file.',
  ),
  'file-not-servable': warning(
    'Only markdown files in the skill’s folder and files under examples/ are served.',
    'Rename the file, or remove the file from the list in skill.json.',
    UNSERVED,
  ),
  'file-unreadable': error(
    'A file that can’t be read, or that only stands for another file, is not served.',
    'Check the permissions, the drive and the connection. The service tries again automatically.',
    UNSERVED,
  ),
  'file-left-out': warning(
    'A copy of an added registry holds only what each system can hold, and no stand-ins of other files.',
    'Tell those who keep the registry: rename the file, or store the file itself.',
    UNSERVED,
  ),
  'name-not-utf8': warning(
    'Addresses are UTF-8. A file or folder with another encoding in the name is not served.',
    'Rename the file or folder, best to lowercase letters, digits and hyphens.',
    UNSERVED,
  ),
  'file-limit': warning(
    'A skill has at most 200 files, and a registry 512 MiB of texts. The rest is not served.',
    'Move files that don’t belong to the skill out of the folder, or skills to another registry.',
    UNSERVED,
  ),
  'folder-too-deep': info(
    'Skills and examples are found up to four levels deep. Deeper folders are not served.',
    'Move the folder up.',
    UNSERVED,
  ),
  'unreadable-kept': warning(
    'The last state read is still served, and may be out of date.',
    'Check the disk, the connection, and the permissions of the file or folder.',
  ),
  'index-json-invalid': error(
    'Until index.json can be read, the list is built from the skills alone.',
    'Make index.json a valid JSON object with a "skills" array.',
  ),
  'index-schema-unsupported': error(
    'index.json is of another major version and is not used.',
    'Convert index.json to skills/v1.',
  ),
  'index-schema-missing': warning(
    'The file is read as skills/v1. Other tools may refuse the file.',
    'Add "schema": "skills/v1" to index.json.',
    MENDED,
  ),
  'index-schema-alias': warning(
    'The file is read as skills/v1. Other tools may refuse the file.',
    'Set "schema" to "skills/v1" in index.json.',
    MENDED,
  ),
  'index-version-invalid': warning(
    'The version of the index must be a whole number; counting starts at 1.',
    'Set "version" to a whole number.',
    MENDED,
  ),
  'index-updated-at-invalid': warning(
    'The time must be an ISO 8601 date-time. Without a usable time, the time of the newest skill is used.',
    'Set "updated_at" to a time such as 2026-01-31T12:00:00Z.',
    MENDED,
  ),
  'index-old': info(
    'The format asks for a new index every week. An older index may lack skills.',
    'Rebuild index.json.',
    MENDED,
  ),
  'index-entry-invalid': error(
    'An entry without a usable key has no skill.',
    'Give the entry a key, or remove it.',
    UNSERVED,
    MENDED,
  ),
  'index-key-invalid': warning(
    'A skill is addressed by language/author/name. Readers of index.json don’t find another key.',
    'Rebuild index.json: skills-registry index <registry>.',
    MENDED,
  ),
  'index-entry-orphan': warning(
    'The entry has no skill folder and is left out of the list.',
    'Add the folder or remove the entry.',
    UNSERVED,
    MENDED,
  ),
  'index-entry-duplicate': warning(
    'Two entries name the same skill. The first entry counts.',
    'Remove an entry.',
    MENDED,
  ),
  'index-entry-missing': info(
    'The skill is not in index.json. The entry was built from skill.json.',
    'Rebuild index.json.',
    MENDED,
  ),
  'index-entry-disagrees': warning(
    'index.json and skill.json differ. The list shows the values of index.json.',
    'Rebuild index.json.',
    MENDED,
  ),
  'rules-json-invalid': error(
    'With an unusable rules.json every rule of the specification applies.',
    'Write {"profile": "private", "off": {"<code>": "<reason>"}}, or remove the file.',
  ),
  'index-entry-stale': info(
    'skill.json was edited after index.json was written. The list shows the values of skill.json; index.json has the old values.',
    'Rebuild index.json: skills-registry index <registry>.',
    MENDED,
  ),
  'registry-empty': warning(
    'The registry has no skill yet.',
    'Add a skill under skills/<language>/<author>/<name>/.',
    UNSERVED,
  ),
  'skill-shadowed': info(
    'An upper registry has the same key. This skill is shadowed: not served.',
    'To serve this skill, move the registry up: skills-registry registry order, or the order of -r.',
  ),
  ...VALIDATION_DIAGNOSTICS,
} satisfies Readonly<Record<string, DiagnosticKind>>;

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
