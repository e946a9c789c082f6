/** For validation; the loader's are in diagnostic.ts. */
import type { DiagnosticKind } from './diagnostic-kind.ts';

const MANIFEST = {
  'enum-invalid': {
    severity: 'error',
    why: 'Tools sort and filter by the values of this field. An unknown value is served unchanged.',
    fix: 'Use a value of the specification.',
  },
  'field-missing': {
    severity: 'error',
    why: 'The specification requires the field. Tools may rely on the field.',
    fix: 'Add the field.',
  },
  'field-invalid': {
    severity: 'error',
    why: 'The value differs from the specification. Tools may fail.',
    fix: 'Correct the value.',
  },
  'field-form': {
    severity: 'warning',
    why: 'The value has another form than the specification gives the field. Tools may misread the value.',
    fix: 'Write the value in the form of the specification.',
  },
  'field-deprecated': {
    severity: 'warning',
    why: 'The specification has deprecated the field. A later major version removes the field.',
    fix: 'Use what replaces the field.',
  },
  'member-type': {
    severity: 'info',
    why: 'Members of "compatibility" and "dependencies" are lists of strings. Tools may skip others.',
    fix: 'Write a list of strings, or move the member to "extensions".',
  },
  'json-member-duplicate': {
    severity: 'warning',
    why: 'JSON readers keep only a single value: some the first, some the last.',
    fix: 'Remove a member.',
  },
  'placeholder-left': {
    severity: 'info',
    why: 'The text is not written yet. The skill is a draft.',
    fix: 'Replace the {{write: …}} marker with the text.',
  },
  'updated-at-future': {
    severity: 'warning',
    why: 'The time lies in the future. Lists sorted by age are wrong.',
    fix: 'Set "updated_at" to the time of the last change.',
  },
  'package-name-unusable': {
    severity: 'info',
    why: 'Projects match the skill by repository or by name alone, or not at all.',
    fix: 'Write the name as in the ecosystem, and "versions" as ">=1.4 <3", or remove both.',
  },
  'repo-skill-false': {
    severity: 'error',
    why: '"repo_skill" distinguishes the skill in the library’s own repository from copies.',
    fix: 'Set "repo_skill" to true.',
  },
} as const satisfies Readonly<Record<string, DiagnosticKind>>;

const SCORES = {
  'trust-score-mismatch': {
    severity: 'warning',
    why: 'The score must be the sum of the sources.',
    fix: 'Set "trust_score" to the sum, or correct the sources.',
  },
  'trust-source-invalid': {
    severity: 'error',
    why: 'Each source has a maximum: official_review 40, stars 20, community_votes 20, update_freshness 15, issue_health 5.',
    fix: 'Give the source a number from 0 to its maximum.',
  },
  'trust-stars-tier': {
    severity: 'warning',
    why: 'Stars give 20 points from 10,000, 15 from 5,000, 10 from 1,000, and 5 below.',
    fix: 'Use the points for "repo_stars", or 20, 15, 10 or 5 (0 for a repository on a host without stars).',
  },
  'trust-freshness': {
    severity: 'warning',
    why: 'Freshness gives 15 points to a skill updated within 60 days of the library’s release, otherwise 0.',
    fix: 'Use the points for "released_at" and "updated_at", or correct the times.',
  },
  'self-awarded': {
    severity: 'info',
    why: 'Only the owners of the registry award reviews, votes and the mark of the library’s own skill. A submission is stored without the field.',
    fix: 'Remove the field. The owners of the registry may add the field later.',
  },
  'trust-tier-mismatch': {
    severity: 'error',
    why: 'tier1 means 90 to 100, tier2 means 50 to 89. Tier and score contradict each other.',
    fix: 'Correct "tier" or "trust_score".',
  },
  'completeness-mismatch': {
    severity: 'warning',
    why: 'Completeness is computed from the existing files.',
    fix: 'Set "completeness" to the computed number, or remove the field.',
  },
} as const satisfies Readonly<Record<string, DiagnosticKind>>;

const FILES = {
  'p0-file-missing': {
    severity: 'error',
    why: 'Agents read overview.md, pitfalls.md and safety.md before writing code.',
    fix: 'Write the file.',
  },
  'example-missing': {
    severity: 'error',
    why: 'A skill needs a file under examples/: working code answers questions that prose leaves open.',
    fix: 'Add a small program that runs, for example examples/basic with the extension of the language. An empty file is no program.',
  },
  'example-extension': {
    severity: 'warning',
    why: 'The extension of an example is cpp, rs, py, go or js, by the skill’s language. Tools highlight and run examples by extension.',
    fix: 'Give the example the extension of the language.',
  },
  'file-unlisted': {
    severity: 'warning',
    why: 'Readers get only the listed files of a skill.',
    fix: 'List the file under a priority in "files", or remove the file.',
  },
  'p0-file-unlisted': {
    severity: 'error',
    why: 'Agents must read this file before writing code. Readers of "files" miss the file. The file is served nevertheless.',
    fix: 'List the file under P0 in "files", and in "read_order".',
  },
  'file-listed-twice': {
    severity: 'warning',
    why: 'A file has a single priority, and a single position in the reading order.',
    fix: 'Keep a single mention.',
  },
  'files-key-unknown': {
    severity: 'warning',
    why: 'Priorities are P0 to P3. Readers skip files under other names.',
    fix: 'Move the files to their priority, P0 to P3.',
  },
  'file-priority': {
    severity: 'error',
    why: 'Agents read P0 before any code, P1 for a used feature, P2 on demand. With another priority the file is read at the wrong time.',
    fix: 'Move the files to their own priority.',
  },
  'file-name-case': {
    severity: 'error',
    why: 'Names that differ only in case are the same file on some systems, and two files on others.',
    fix: 'Rename the file to lowercase, also in skill.json.',
  },
  'markdown-extension': {
    severity: 'error',
    why: 'Only files with the extension .md are served as texts.',
    fix: 'Give the file the extension .md.',
  },
  'other-file-name': {
    severity: 'warning',
    why: 'File names of a skill are lowercase. LICENSE, NOTICE and dot-files are excepted.',
    fix: 'Rename the file to lowercase.',
  },
  'read-order-not-p0': {
    severity: 'error',
    why: '"read_order" lists the required reading: P0 paths only.',
    fix: 'Remove the paths, or list the files under P0.',
  },
  'read-order-incomplete': {
    severity: 'info',
    why: 'Readers of "read_order" miss these P0 files.',
    fix: 'Add the paths to "read_order".',
  },
} as const satisfies Readonly<Record<string, DiagnosticKind>>;

const TEXTS = {
  'tokens-too-few': {
    severity: 'error',
    why: 'A file under 500 tokens says hardly more than the title.',
    fix: 'Write more. A file outside of the required reading may also be merged into another file.',
  },
  'tokens-too-many': {
    severity: 'error',
    why: 'Agents pay for each token. Above 1,500 tokens the important part drowns.',
    fix: 'Shorten the file, or move details to another file.',
  },
  'pitfalls-too-few': {
    severity: 'error',
    why: 'pitfalls.md needs at least 3 entries.',
    fix: 'Add further mistakes, each under a heading.',
  },
  'safety-too-few': {
    severity: 'error',
    why: 'safety.md needs at least 2 entries: actions that are never allowed.',
    fix: 'Add further forbidden actions, each under a heading.',
  },
  'bidi-control': {
    severity: 'error',
    why: 'Bidirectional controls change the visible order of a text. Agents and compilers read the stored order.',
    fix: 'Remove the character.',
  },
  'hidden-character': {
    severity: 'error',
    why: 'Agents read text that people can’t see. Invisible text can carry unreviewed instructions.',
    fix: 'Remove the character.',
  },
  'extension-character': {
    severity: 'warning',
    why: 'An extension holds an invisible or reordering character. Content of extensions never fails validation.',
    fix: 'Remove the character.',
  },
  'control-character': {
    severity: 'warning',
    why: 'Control characters break terminals and parsers.',
    fix: 'Remove the character.',
  },
  'text-not-utf8': {
    severity: 'warning',
    why: 'Texts are UTF-8. Bytes outside of UTF-8 were replaced by U+FFFD; UTF-16 was converted.',
    fix: 'Save the file as UTF-8.',
  },
  'link-dead': {
    severity: 'warning',
    why: 'The target is missing. Only files inside the skill’s folder are served.',
    fix: 'Correct the path, or link to a web address.',
  },
  'fence-unclosed': {
    severity: 'warning',
    why: 'The rest of the file is shown as code.',
    fix: 'Close the code block.',
  },
  'code-language': {
    severity: 'warning',
    why: 'Code in another language can’t be used with the library, and was probably never run.',
    fix: 'Write the code in the library’s language, and mark the code blocks with the language.',
  },
} as const satisfies Readonly<Record<string, DiagnosticKind>>;

/** For whole registries. */
const REGISTRY = {
  'dependency-missing': {
    severity: 'warning',
    why: 'Readers of "dependencies.skills" get a 404.',
    fix: 'Add the skill, or remove the key.',
  },
  'dependency-self': {
    severity: 'warning',
    why: 'The skill lists itself as a dependency.',
    fix: 'Remove the key.',
  },
  'key-case-collision': {
    severity: 'warning',
    why: 'Keys that differ only in case are the same folder on Windows and macOS. A skill is lost there.',
    fix: 'Rename or remove a skill.',
  },
} as const satisfies Readonly<Record<string, DiagnosticKind>>;

const UNCHECKED = {
  'check-unfinished': {
    severity: 'error',
    why: 'A rule failed at the skill. The skill is unchecked.',
    fix: 'Look for lists or quotes that are nested without end.',
  },
} as const satisfies Readonly<Record<string, DiagnosticKind>>;

export const VALIDATION_DIAGNOSTICS = {
  ...MANIFEST,
  ...SCORES,
  ...FILES,
  ...TEXTS,
  ...REGISTRY,
  ...UNCHECKED,
} as const;
