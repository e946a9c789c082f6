import type { Severity } from './severity.ts';

export interface DiagnosticKind {
  readonly severity: Severity;
  readonly fix: string;
  /** Missing for agents. */
  readonly isUnserved?: true;
  /** By `validate --fix`, at each place. */
  readonly isMended?: true;
}

type Mark = Pick<DiagnosticKind, 'isUnserved' | 'isMended'>;

const UNSERVED: Mark = { isUnserved: true };
const MENDED: Mark = { isMended: true };

const row =
  (severity: Severity) =>
  (fix: string, ...marks: readonly Mark[]): DiagnosticKind =>
    Object.assign({ severity, fix }, ...marks);

const [error, warning, info] = [row('error'), row('warning'), row('info')];

/** Of the rules of validation, each with its fix. A registry may switch most of them off; see rules.json. */
export const VALIDATION_DIAGNOSTICS = {
  'enum-invalid': error('Use a value of the specification: filters miss others, which are served unchanged.'),
  'field-missing': error('Add the field.'),
  'field-invalid': error('Correct the value.'),
  'field-form': warning('Write the value in the form of the specification.'),
  'field-deprecated': warning('Use what replaces the field.'),
  'member-type': info('Write a list of strings, or move the member to "extensions".'),
  'json-member-duplicate': warning('Remove a member.'),
  'placeholder-left': info('Replace the {{write: …}} marker with the text.'),
  'updated-at-future': warning('Set "updated_at" to the time of the last change.'),
  'package-name-unusable': info('Write the name as its ecosystem does, and "versions" as ">=1.4 <3".'),
  'repo-skill-false': error('Set "repo_skill" to true.'),
  'trust-score-mismatch': warning('Set "trust_score" to the sum, or correct the sources.'),
  'trust-source-invalid': error('Stay within 40 for review, 20 stars, 20 votes, 15 freshness, 5 issues.'),
  'trust-stars-tier': warning('Use 20 points from 10,000 stars, 15 from 5,000, 10 from 1,000, else 5.'),
  'trust-freshness': warning('Use 15 points for an update within 60 days of the release, otherwise 0.'),
  'self-awarded': info('Leave the field out: only the owners of the registry award it.'),
  'trust-tier-mismatch': error('Correct "tier" or "trust_score": tier1 means 90 to 100, tier2 50 to 89.'),
  'completeness-mismatch': warning('Set "completeness" to the computed number, or remove the field.', MENDED),
  'p0-file-missing': error('Write the file: agents read it before writing code.'),
  'example-missing': error('Add a small program that runs, such as examples/basic and its extension.'),
  'example-extension': warning('Give the example the extension of the language.'),
  'file-unlisted': warning('List the file under a priority in "files", or remove it: it is not read.'),
  'p0-file-unlisted': error('List the file under P0 in "files", and in "read_order".', MENDED),
  'file-listed-twice': warning('Keep a single mention.', MENDED),
  'files-key-unknown': warning('Move the files to their priority, P0 to P3.'),
  'file-priority': error('Move the files to their own priority: agents read P0 before any code.', MENDED),
  'file-name-case': error('Rename the file to lowercase, also in skill.json: not each system tells case.'),
  'markdown-extension': error('Give the file the extension .md: others are not served as texts.', UNSERVED),
  'other-file-name': warning('Rename the file to lowercase.'),
  'read-order-not-p0': error('Remove the paths, or list the files under P0.', MENDED),
  'read-order-incomplete': info('Add the paths to "read_order".'),
  'tokens-too-few': error('Write more, or merge a file that is not required reading into another.'),
  'tokens-too-many': error('Shorten the file, or move details to another file: agents pay for each token.'),
  'pitfalls-too-few': error('Add further mistakes, each under a heading.'),
  'safety-too-few': error('Add further forbidden actions, each under a heading.'),
  'bidi-control': error('Remove the character: people see another order than agents and compilers read.'),
  'hidden-character': error('Remove the character: agents read text that people can’t see.'),
  'agent-instruction': warning('Describe the library, for people. Name no script to run unread.'),
  'extension-character': warning('Remove the character. Content of extensions never fails validation.'),
  'control-character': warning('Remove the character.'),
  'text-not-utf8': warning('Save the file as UTF-8: bytes outside of UTF-8 were replaced by U+FFFD.'),
  'link-dead': warning('Correct the path, or link to the web: only files of the skill are served.'),
  'fence-unclosed': warning('Close the code block: the rest of the file is shown as code.'),
  'code-language': warning('Write the code in the library’s language, and mark the code blocks with it.'),
  'dependency-missing': warning('Add the skill, or remove the key: readers get a 404.'),
  'dependency-self': warning('Remove the key.'),
  'key-case-collision': warning('Rename or remove a skill: on Windows and macOS both are the same folder.'),
  'check-unfinished': error('Look for lists or quotes that are nested without end.'),
} satisfies Readonly<Record<string, DiagnosticKind>>;

/**
 * `error`: not served, against the specification, or hidden from readers. `warning`: served, probably not as
 * intended. `info`: worth knowing.
 */
export const DIAGNOSTICS = {
  'skill-json-invalid': error('Make skill.json a valid JSON object.', UNSERVED),
  'skill-json-missing': error('Write a skill.json (see init), or move the folder out of skills/.', UNSERVED),
  'schema-unsupported': error('Convert the skill to skills/v1.', UNSERVED),
  'schema-minor': info('Nothing is to be done: unknown fields are served unchanged.'),
  'schema-alias': error('Set "schema" to "skills/v1".', MENDED),
  'schema-missing': error('Add "schema": "skills/v1".', MENDED),
  'extension-too-deep': warning('Nest the extension less: what is below 100 levels is left out.', UNSERVED),
  'key-underivable': error(
    'Put the folder at skills/<language>/<author>/<name>, or name a "repo".',
    UNSERVED,
  ),
  'key-from-manifest': info('Move the folder to the path of the key.'),
  'key-mismatch': warning('Make the folder and skill.json agree.'),
  'key-duplicate': error('Remove a folder, or give the folders different keys.', UNSERVED),
  'skill-draft': error('Replace each {{write: …}} marker. The skill is served when the last marker is gone.'),
  'skill-nested': info('Move the inner folder out of the skill.'),
  'file-missing': error('Add the file, or remove the file from the list in skill.json.', UNSERVED),
  'file-outside': error('Put the file into the skill’s folder instead of a link.', UNSERVED),
  'file-too-large': warning('Split or shorten the file: files over 16 MiB are not served.'),
  'file-not-servable': warning('Rename the file, or remove the file from the list in skill.json.', UNSERVED),
  'file-unreadable': error('Check permissions and drive; a stand-in for a file is not served.', UNSERVED),
  'file-left-out': warning('Rename the file, or store the file itself: not each system holds it.', UNSERVED),
  'name-not-utf8': warning('Rename it, best to lowercase letters, digits and hyphens.', UNSERVED),
  'file-limit': warning('Move what doesn’t belong there elsewhere: the rest is not served.', UNSERVED),
  'folder-too-deep': info('Move the folder up: deeper folders are not served.', UNSERVED),
  'unreadable-kept': warning('Check disk, connection and permissions: the last state read is served.'),
  'index-json-invalid': error('Make index.json a valid JSON object with a "skills" array.'),
  'index-schema-unsupported': error('Convert index.json to skills/v1.'),
  'index-schema-missing': warning('Add "schema": "skills/v1" to index.json.', MENDED),
  'index-schema-alias': warning('Set "schema" to "skills/v1" in index.json.', MENDED),
  'index-version-invalid': warning('Set "version" to a whole number.', MENDED),
  'index-updated-at-invalid': warning('Set "updated_at" to a time such as 2026-01-31T12:00:00Z.', MENDED),
  'index-old': info('Rebuild index.json.', MENDED),
  'index-entry-invalid': error('Give the entry a key, or remove it.', UNSERVED, MENDED),
  'index-key-invalid': warning('Rebuild index.json: skills-registry index <registry>.', MENDED),
  'index-entry-orphan': warning('Add the folder or remove the entry.', UNSERVED, MENDED),
  'index-entry-duplicate': warning('Remove an entry.', MENDED),
  'index-entry-missing': info('Rebuild index.json.', MENDED),
  'index-entry-disagrees': warning('Rebuild index.json: the list shows the values of index.json.', MENDED),
  'rules-json-invalid': error('Write {"profile": "private", "off": {"<code>": "<reason>"}}, or remove it.'),
  'index-entry-stale': info('Rebuild index.json: skills-registry index <registry>.', MENDED),
  'registry-empty': warning('Add a skill under skills/<language>/<author>/<name>/.', UNSERVED),
  'skill-shadowed': info('To serve this skill, move its registry up: registry order, or the order of -r.'),
  ...VALIDATION_DIAGNOSTICS,
} satisfies Readonly<Record<string, DiagnosticKind>>;

export type DiagnosticCode = keyof typeof DIAGNOSTICS;
