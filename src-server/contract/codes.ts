import { LIMITS } from './limits.ts';
import {
  type DiagnosticKind,
  error,
  HARMFUL,
  info,
  MENDED,
  UNSERVED,
  VALIDATION_DIAGNOSTICS,
  warning,
} from './validation-codes.ts';
import { groupDigits } from './words.ts';

const inMib = (bytes: number) => `${bytes / 1024 / 1024} MiB`;

/**
 * All codes of diagnostics, a row each. `error`: not served, against the specification, or hidden from readers.
 * `warning`: served, probably not as intended. `info`: worth knowing. A code is never given another meaning.
 */
export const DIAGNOSTICS = {
  'skill-json-invalid': error('A skill.json can’t be read', 'Make skill.json a valid JSON object.', UNSERVED),
  'skill-json-missing': error(
    'A folder of a skill has no skill.json',
    'Write a skill.json (see init), or move the folder out of skills/.',
    UNSERVED,
  ),
  'schema-unsupported': error(
    'A skill is of another version of the format',
    'Convert the skill to skills/v1.',
    UNSERVED,
  ),
  'schema-minor': info(
    'A skill is of a later minor version of the format',
    'Nothing is to be done: unknown fields are served unchanged.',
  ),
  'schema-alias': error(
    'A skill names the format by its earlier name',
    'Set "schema" to "skills/v1".',
    MENDED,
  ),
  'schema-missing': error('A skill doesn’t name its format', 'Add "schema": "skills/v1".', MENDED),
  'extension-too-deep': warning(
    'An extension is nested too deeply',
    'Nest the extension less: what is below 100 levels is left out.',
    UNSERVED,
  ),
  'key-underivable': error(
    'A folder has no key',
    'Put the folder at skills/<language>/<author>/<name>, or name a "repo".',
    UNSERVED,
  ),
  'key-from-manifest': info(
    'A folder doesn’t lie at the path of its key',
    'Move the folder to the path of the key.',
  ),
  'key-mismatch': warning(
    'A folder and its skill.json name different keys',
    'Make the folder and skill.json agree.',
  ),
  'key-duplicate': error(
    'Two folders have the same key',
    'Remove a folder, or give the folders different keys.',
    UNSERVED,
  ),
  'skill-draft': error(
    'A skill is still a draft',
    'Replace each {{write: …}} marker. The skill is served when the last marker is gone.',
  ),
  'skill-nested': info('A skill lies inside another one', 'Move the inner folder out of the skill.'),
  'file-missing': error(
    'A listed file doesn’t exist',
    'Add the file, or remove the file from the list in skill.json.',
    UNSERVED,
  ),
  'file-outside': error(
    'A file lies outside of its skill’s folder',
    'Put the file into the skill’s folder instead of a link.',
    UNSERVED,
  ),
  'file-too-large': warning(
    'A file is too large to be served',
    `Split or shorten the file: one of more than ${inMib(LIMITS.textBytes)} is not served, nor more than ${inMib(LIMITS.skillBytes)} of a skill.`,
    HARMFUL,
  ),
  'file-not-servable': warning(
    'A listed file is none that is served',
    'Rename the file, or remove the file from the list in skill.json.',
    UNSERVED,
  ),
  'file-unreadable': error(
    'A file can’t be read',
    'Check permissions and drive; a stand-in for a file is not served.',
    UNSERVED,
  ),
  'file-left-out': warning(
    'A file can’t be stored on each system',
    'Rename the file, or store the file itself: not each system holds it.',
    UNSERVED,
  ),
  'name-not-utf8': warning(
    'A name is not UTF-8',
    'Rename it, best to lowercase letters, digits and hyphens.',
    UNSERVED,
  ),
  'file-limit': warning(
    'A folder has more files than are served',
    'Move what doesn’t belong there elsewhere: the rest is not served.',
    UNSERVED,
  ),
  'folder-too-deep': info(
    'A folder lies too deep',
    'Move the folder up: deeper folders are not served.',
    UNSERVED,
  ),
  'unreadable-kept': warning(
    'A file can’t be read now, and its last state is served',
    'Check disk, connection and permissions: the last state read is served.',
    HARMFUL,
  ),
  'index-json-invalid': error(
    'index.json can’t be read',
    'Make index.json a valid JSON object with a "skills" array.',
    HARMFUL,
  ),
  'index-schema-unsupported': error(
    'index.json is of another version of the format',
    'Convert index.json to skills/v1.',
    HARMFUL,
  ),
  'index-schema-missing': warning(
    'index.json doesn’t name its format',
    'Add "schema": "skills/v1" to index.json.',
    MENDED,
  ),
  'index-schema-alias': warning(
    'index.json names the format by its earlier name',
    'Set "schema" to "skills/v1" in index.json.',
    MENDED,
  ),
  'index-version-invalid': warning(
    'The version of index.json is no whole number',
    'Set "version" to a whole number.',
    MENDED,
  ),
  'index-updated-at-invalid': warning(
    'The time of index.json is no time',
    'Set "updated_at" to a time such as 2026-01-31T12:00:00Z.',
    MENDED,
  ),
  'index-old': info('index.json is old', 'Rebuild index.json.', MENDED),
  'index-entry-invalid': error(
    'An entry of index.json has no key',
    'Give the entry a key, or remove it.',
    UNSERVED,
    MENDED,
  ),
  'index-key-invalid': warning(
    'A key in index.json is not language/author/name',
    'Rebuild index.json: skills-registry index <registry>.',
    MENDED,
  ),
  'index-entry-orphan': warning(
    'An entry of index.json has no folder',
    'Add the folder or remove the entry.',
    UNSERVED,
    MENDED,
  ),
  'index-entry-duplicate': warning('A key stands twice in index.json', 'Remove an entry.', MENDED),
  'index-entry-missing': info('A skill is not in index.json', 'Rebuild index.json.', MENDED),
  'index-entry-disagrees': warning(
    'index.json and a skill.json disagree',
    'Rebuild index.json: the list shows the values of index.json.',
    MENDED,
  ),
  'rules-json-invalid': error(
    'rules.json can’t be used',
    'Write {"profile": "private", "off": {"<code>": "<reason>"}}, or remove it.',
    HARMFUL,
  ),
  'index-entry-stale': info(
    'An entry of index.json is older than its skill',
    'Rebuild index.json: skills-registry index <registry>.',
    MENDED,
  ),
  'find-incomplete': warning(
    'The texts of a skill could not be indexed',
    'Shorten the longest words and lines of the texts.',
  ),
  'entries-too-many': warning(
    'A file has entries that find doesn’t know',
    `Move entries to another skill, or join them: find tells ${groupDigits(LIMITS.entriesPerSkill)} entries of a skill apart.`,
  ),
  'registry-empty': warning(
    'The registry has no skill',
    'Add a skill under skills/<language>/<author>/<name>/.',
    UNSERVED,
  ),
  'skill-shadowed': info(
    'A skill is answered by a registry above',
    'To serve this skill, move its registry up: registry order, or the order of -r.',
  ),
  ...VALIDATION_DIAGNOSTICS,
} satisfies Readonly<Record<string, DiagnosticKind>>;

export type DiagnosticCode = keyof typeof DIAGNOSTICS;
