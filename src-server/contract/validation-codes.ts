import type { Severity } from './words.ts';

/**
 * What agents notice of a problem. `unserved`: something is missing for them. `withheld`: people get the skill, agents
 * don't. `harmful`: they get it, and it is wrong, unreadable, or lacks what they need first. Without an effect, a
 * problem is a matter of the house style.
 */
export type Effect = 'unserved' | 'withheld' | 'harmful';

/**
 * What is the same at each place with a code: how bad it is, a title, what to do, and what agents notice of it. A row
 * of `DIAGNOSTICS`; the documentation and every list of problems are made of it.
 */
export interface DiagnosticKind {
  readonly severity: Severity;
  /** What is wrong at each place with this code, without full stop: `Two folders have the same key`. */
  readonly title: string;
  /** How to mend it, in one or two sentences. */
  readonly fix: string;
  readonly effect?: Effect;
  /** Whether `validate --fix` mends it at each place. Default: false. */
  readonly isMended?: true;
}

type Mark = Pick<DiagnosticKind, 'effect' | 'isMended'>;

export const UNSERVED: Mark = { effect: 'unserved' };
export const WITHHELD: Mark = { effect: 'withheld' };
export const HARMFUL: Mark = { effect: 'harmful' };
export const MENDED: Mark = { isMended: true };

const row =
  (severity: Severity) =>
  (title: string, fix: string, ...marks: readonly Mark[]): DiagnosticKind =>
    Object.assign({ severity, title, fix }, ...marks);

export const [error, warning, info] = [row('error'), row('warning'), row('info')];

/**
 * The codes of the rules of validation, each with its fix. A registry may switch most of them off; see rules.json.
 */
export const VALIDATION_DIAGNOSTICS = {
  'enum-invalid': error(
    'A field has a value that the specification doesn’t list',
    'Use a value of the specification: filters miss others, which are served unchanged.',
  ),
  'field-missing': error('A field of the specification is missing', 'Add the field.'),
  'field-invalid': error('A field has a value of the wrong kind', 'Correct the value.'),
  'file-empty': error(
    'A file has no text',
    'Write the text, or remove the file from the list in skill.json.',
    HARMFUL,
  ),
  'text-binary': error('A file is no text', 'Save it as UTF-8 text, or remove it.', HARMFUL),
  'files-missing': error(
    'A skill doesn’t list its files',
    'Add "files": without it agents can’t tell what to read first.',
    HARMFUL,
  ),
  'language-unknown': error(
    'A skill is of an unknown language',
    'Use cpp, rust, python, go or js: filters by language miss others.',
    HARMFUL,
  ),
  'field-form': warning(
    'A value is not in the form of the specification',
    'Write the value in the form of the specification.',
  ),
  'field-deprecated': warning('A field is deprecated', 'Use what replaces the field.'),
  'member-type': info(
    'A member of a list or object has another type',
    'Write a list of strings, or move the member to "extensions".',
  ),
  'json-member-duplicate': warning('A member of skill.json stands twice', 'Remove a member.'),
  'placeholder-left': info(
    'A text of the template is still to be written',
    'Replace the {{write: …}} marker with the text.',
  ),
  'updated-at-future': warning(
    'A skill says that it will change in the future',
    'Set "updated_at" to the time of the last change.',
  ),
  'package-name-unusable': info(
    'A package name, version range or import matches nothing',
    'Write the name as its ecosystem does, "versions" as ">=1.4 <3", and "imports" as code does: "boost/asio.hpp".',
  ),
  'entry-note-unusable': warning(
    'What a skill says of an entry can’t be used',
    'Name an entry as "pitfalls.md#Heading"; "danger" has 90 characters at most, "questions" are one to six of 120 at most.',
  ),
  'repo-skill-false': error(
    'A skill in its library’s repository says that it is not',
    'Set "repo_skill" to true.',
  ),
  'trust-score-mismatch': warning(
    'A trust score is not the sum of its sources',
    'Set "trust_score" to the sum, or correct the sources.',
  ),
  'trust-source-invalid': error(
    'A source of a trust score is above its maximum',
    'Stay within 40 for review, 20 stars, 20 votes, 15 freshness, 5 issues.',
  ),
  'trust-stars-tier': warning(
    'The points for stars are not those of a tier',
    'Use 20 points from 10,000 stars, 15 from 5,000, 10 from 1,000, else 5.',
  ),
  'trust-freshness': warning(
    'The points for freshness don’t fit the dates',
    'Use 15 points for an update within 60 days of the release, otherwise 0.',
  ),
  'self-awarded': info(
    'A skill awards itself what only owners award',
    'Leave the field out: only the owners of the registry award it.',
  ),
  'trust-tier-mismatch': error(
    'The tier doesn’t fit the trust score',
    'Correct "tier" or "trust_score": tier1 means 90 to 100, tier2 50 to 89.',
  ),
  'completeness-mismatch': warning(
    'The declared completeness is not the computed one',
    'Set "completeness" to the computed number, or remove the field.',
    MENDED,
  ),
  'p0-file-missing': error(
    'A file of the required reading is missing',
    'Write the file: agents read it before writing code.',
    HARMFUL,
  ),
  'example-missing': error(
    'A skill has no example',
    'Add a small program that runs, such as examples/basic and its extension.',
  ),
  'example-extension': warning(
    'An example has the extension of another language',
    'Give the example the extension of the language.',
  ),
  'file-unlisted': warning(
    'A file is not in the list of skill.json',
    'List the file under a priority in "files", or remove it: it is not read.',
  ),
  'p0-file-unlisted': error(
    'A file of the required reading is not listed as such',
    'List the file under P0 in "files", and in "read_order".',
    MENDED,
  ),
  'file-listed-twice': warning('A file is listed twice', 'Keep a single mention.', MENDED),
  'files-key-unknown': warning(
    'The list of files has a priority other than P0 to P3',
    'Move the files to their priority, P0 to P3.',
  ),
  'file-priority': error(
    'A file is listed under another priority than its own',
    'Move the files to their own priority: agents read P0 before any code.',
    MENDED,
  ),
  'file-name-case': error(
    'A file name differs in upper and lower case',
    'Rename the file to lowercase, also in skill.json: not each system tells case.',
  ),
  'markdown-extension': error(
    'A Markdown file has another extension than .md',
    'Give the file the extension .md: others are not served as texts.',
    UNSERVED,
  ),
  'other-file-name': warning('A file name has upper case letters', 'Rename the file to lowercase.'),
  'read-order-not-p0': error(
    'The reading order names a file outside the required reading',
    'Remove the paths, or list the files under P0.',
    MENDED,
  ),
  'read-order-incomplete': info(
    'The reading order leaves out a file of the required reading',
    'Add the paths to "read_order".',
  ),
  'tokens-too-few': error(
    'A file is shorter than 500 tokens',
    'Write more, or merge a file that is not required reading into another.',
  ),
  'tokens-too-many': error(
    'A file is longer than 1,500 tokens',
    'Shorten the file, or move details to another file: agents pay for each token.',
  ),
  'pitfalls-too-few': error(
    'A skill names fewer than 3 pitfalls',
    'Add further mistakes, each under a heading.',
  ),
  'safety-too-few': error(
    'A skill names fewer than 2 forbidden actions',
    'Add further forbidden actions, each under a heading.',
  ),
  'bidi-control': error(
    'A text has characters that change the order in which it is shown',
    'Remove the character: people see another order than agents and compilers read.',
    HARMFUL,
  ),
  'hidden-character': error(
    'A text has characters that people can’t see',
    'Remove the character: agents read text that people can’t see.',
    HARMFUL,
  ),
  'agent-instruction': warning(
    'A text speaks to an agent instead of describing the library',
    'Describe the library, for people. Name no script to run unread.',
    WITHHELD,
  ),
  'title-addresses-reader': warning(
    'A title speaks to its reader instead of naming a mistake',
    'Name the mistake and what it costs: models are told titles without their texts, and not this one.',
  ),
  'extension-character': warning(
    'An extension has characters that people can’t see',
    'Remove the character. Content of extensions never fails validation.',
  ),
  'control-character': warning('A text has control characters', 'Remove the character.'),
  'text-not-utf8': warning(
    'A text is not UTF-8',
    'Save the file as UTF-8: bytes outside of UTF-8 were replaced by U+FFFD.',
    HARMFUL,
  ),
  'link-dead': warning(
    'A link leads to a file that doesn’t exist',
    'Correct the path, or link to the web: only files of the skill are served.',
  ),
  'fence-unclosed': warning(
    'A code block is never closed',
    'Close the code block: the rest of the file is shown as code.',
    HARMFUL,
  ),
  'code-language': warning(
    'Most code is in another language than the library’s',
    'Write the code in the library’s language, and mark the code blocks with it.',
    WITHHELD,
  ),
  'dependency-missing': warning(
    'A skill depends on one that is not served',
    'Add the skill, or remove the key: readers get a 404.',
  ),
  'dependency-self': warning('A skill depends on itself', 'Remove the key.'),
  'key-case-collision': warning(
    'Two keys differ only in upper and lower case',
    'Rename or remove a skill: on Windows and macOS both are the same folder.',
  ),
  'check-unfinished': error(
    'A skill could not be checked to its end',
    'Look for lists or quotes that are nested without end.',
    HARMFUL,
  ),
} satisfies Readonly<Record<string, DiagnosticKind>>;
