import { type DiagnosticKind, error, info, MENDED, UNSERVED, warning } from './diagnostic-kind.ts';

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
  'package-name-unusable': info(
    'Write the name as in the ecosystem, and "versions" as ">=1.4 <3", or remove both.',
  ),
  'repo-skill-false': error('Set "repo_skill" to true.'),
  'trust-score-mismatch': warning('Set "trust_score" to the sum, or correct the sources.'),
  'trust-source-invalid': error(
    'Stay within the maximum: official_review 40, stars 20, community_votes 20, update_freshness 15, issue_health 5.',
  ),
  'trust-stars-tier': warning(
    'Use 20 points from 10,000 stars, 15 from 5,000, 10 from 1,000, and 5 below; 0 on a host without stars.',
  ),
  'trust-freshness': warning(
    'Use 15 points for an update within 60 days of the library’s release, otherwise 0; or correct the times.',
  ),
  'self-awarded': info(
    'Leave the field out: only the owners of the registry award reviews, votes and the library’s own skill.',
  ),
  'trust-tier-mismatch': error(
    'Correct "tier" or "trust_score": tier1 means 90 to 100, tier2 means 50 to 89.',
  ),
  'completeness-mismatch': warning('Set "completeness" to the computed number, or remove the field.', MENDED),
  'p0-file-missing': error(
    'Write the file: agents read overview.md, pitfalls.md and safety.md before writing code.',
  ),
  'example-missing': error(
    'Add a small program that runs, such as examples/basic with the extension of the language.',
  ),
  'example-extension': warning('Give the example the extension of the language.'),
  'file-unlisted': warning(
    'List the file under a priority in "files", or remove the file: readers get only listed files.',
  ),
  'p0-file-unlisted': error(
    'List the file under P0 in "files", and in "read_order": agents read P0 before writing code.',
    MENDED,
  ),
  'file-listed-twice': warning('Keep a single mention.', MENDED),
  'files-key-unknown': warning('Move the files to their priority, P0 to P3.'),
  'file-priority': error(
    'Move the files to their own priority: agents read P0 before any code, P1 for a used feature, P2 on demand.',
    MENDED,
  ),
  'file-name-case': error(
    'Rename the file to lowercase, also in skill.json: on some systems case makes no difference.',
  ),
  'markdown-extension': error(
    'Give the file the extension .md: only files with it are served as texts.',
    UNSERVED,
  ),
  'other-file-name': warning('Rename the file to lowercase.'),
  'read-order-not-p0': error('Remove the paths, or list the files under P0.', MENDED),
  'read-order-incomplete': info('Add the paths to "read_order".'),
  'tokens-too-few': error(
    'Write more. A file outside of the required reading may also be merged into another file.',
  ),
  'tokens-too-many': error('Shorten the file, or move details to another file: agents pay for each token.'),
  'pitfalls-too-few': error('Add further mistakes, each under a heading.'),
  'safety-too-few': error('Add further forbidden actions, each under a heading.'),
  'bidi-control': error('Remove the character: people see another order than agents and compilers read.'),
  'hidden-character': error('Remove the character: agents read text that people can’t see.'),
  'agent-instruction': warning(
    'Describe the library, for people: agents may follow text that speaks to them. Name no script to run unread.',
  ),
  'extension-character': warning('Remove the character. Content of extensions never fails validation.'),
  'control-character': warning('Remove the character.'),
  'text-not-utf8': warning('Save the file as UTF-8: bytes outside of UTF-8 were replaced by U+FFFD.'),
  'link-dead': warning(
    'Correct the path, or link to a web address: only files inside the skill’s folder are served.',
  ),
  'fence-unclosed': warning('Close the code block: the rest of the file is shown as code.'),
  'code-language': warning(
    'Write the code in the library’s language, and mark the code blocks with the language.',
  ),
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
  'skill-json-missing': error(
    'Write a skill.json (skills-registry init shows an example), or move the folder out of skills/.',
    UNSERVED,
  ),
  'schema-unsupported': error('Convert the skill to skills/v1.', UNSERVED),
  'schema-minor': info('Nothing is to be done: unknown fields are served unchanged.'),
  'schema-alias': error('Set "schema" to "skills/v1".', MENDED),
  'schema-missing': error('Add "schema": "skills/v1".', MENDED),
  'extension-too-deep': warning(
    'Nest the extension less deeply: what is nested more than 100 levels deep is left out.',
    UNSERVED,
  ),
  'key-underivable': error(
    'Put the folder at skills/<language>/<author>/<name>, or give skill.json a "language" and a "repo".',
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
  'file-unreadable': error(
    'Check permissions, drive and connection: a file that only stands for another is not served either.',
    UNSERVED,
  ),
  'file-left-out': warning(
    'Tell those who keep the registry: rename the file, or store the file itself. Copies hold what each system can hold.',
    UNSERVED,
  ),
  'name-not-utf8': warning(
    'Rename the file or folder, best to lowercase letters, digits and hyphens.',
    UNSERVED,
  ),
  'file-limit': warning(
    'Move files that don’t belong to the skill out of the folder, or skills to another registry: the rest is not served.',
    UNSERVED,
  ),
  'folder-too-deep': info('Move the folder up: deeper folders are not served.', UNSERVED),
  'unreadable-kept': warning(
    'Check disk, connection and permissions: the last state read is served, and may be out of date.',
  ),
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
  'rules-json-invalid': error(
    'Write {"profile": "private", "off": {"<code>": "<reason>"}}, or remove the file.',
  ),
  'index-entry-stale': info('Rebuild index.json: skills-registry index <registry>.', MENDED),
  'registry-empty': warning('Add a skill under skills/<language>/<author>/<name>/.', UNSERVED),
  'skill-shadowed': info(
    'To serve this skill, move its registry up: skills-registry registry order, or the order of -r.',
  ),
  ...VALIDATION_DIAGNOSTICS,
} satisfies Readonly<Record<string, DiagnosticKind>>;

export type DiagnosticCode = keyof typeof DIAGNOSTICS;
