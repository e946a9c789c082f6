/** Codes of validation; diagnostic.ts has the loader's. */
import type { DiagnosticKind } from './diagnostic-kind.ts';

const MANIFEST = {
  'enum-invalid': {
    severity: 'error',
    why: 'Tools sort and filter by this field and know its values only; it is served as it is.',
    fix: 'Use one of the values the specification names.',
  },
  'field-missing': {
    severity: 'error',
    why: 'The specification requires the field, so tools may count on it.',
    fix: 'Add the field.',
  },
  'field-invalid': {
    severity: 'error',
    why: 'The value has not the shape the specification asks for; tools that count on it may fail.',
    fix: 'Correct the value.',
  },
  'json-member-duplicate': {
    severity: 'warning',
    why: 'JSON readers keep one of the two values, and not all keep the same one.',
    fix: 'Remove one of them.',
  },
  'placeholder-left': {
    severity: 'info',
    why: 'The text was never written, so the skill is a draft.',
    fix: 'Write the text in place of the {{write: …}} marker.',
  },
  'updated-at-future': {
    severity: 'warning',
    why: 'A skill cannot have been updated at a time that has not come; whoever sorts by age is misled.',
    fix: 'Set "updated_at" to the time of the last change.',
  },
  'package-name-unusable': {
    severity: 'info',
    why: 'A project that uses the library would be matched by its repository or by name alone, or not at all.',
    fix: 'Write the name as the ecosystem does, and "versions" as ">=1.4 <3"; or leave them out.',
  },
  'repo-skill-false': {
    severity: 'error',
    why: 'A skill in the library’s own repository must say so: it is how a reader tells it from a copy.',
    fix: 'Set "repo_skill" to true.',
  },
} as const satisfies Readonly<Record<string, DiagnosticKind>>;

const SCORES = {
  'trust-score-mismatch': {
    severity: 'warning',
    why: 'The score is the sum of its sources; readers who check it find it made up.',
    fix: 'Set "trust_score" to the sum, or correct the sources.',
  },
  'trust-source-invalid': {
    severity: 'error',
    why: 'Each source has a maximum: official_review 40, stars 20, community_votes 20, update_freshness 15, issue_health 5.',
    fix: 'Give the source a number from 0 to its maximum.',
  },
  'trust-stars-tier': {
    severity: 'warning',
    why: 'Stars give 20 points from 10,000, 15 from 5,000, 10 from 1,000 and 5 below, nothing between.',
    fix: 'Use what "repo_stars" gives, or 20, 15, 10 or 5 (0 where the repository is on no host with stars).',
  },
  'trust-freshness': {
    severity: 'warning',
    why: 'Freshness gives 15 points to a skill that was updated within 60 days after the library’s release, else none.',
    fix: 'Use what "released_at" and "updated_at" give, or correct them.',
  },
  'self-awarded': {
    severity: 'info',
    why: 'That a skill was reviewed, voted for or is the library’s own is for others to say, so a submission is stored without it.',
    fix: 'Leave it out; whoever keeps the registry may add it.',
  },
  'trust-tier-mismatch': {
    severity: 'error',
    why: 'tier1 stands for 90 to 100, tier2 for 50 to 89; one of the two is wrong.',
    fix: 'Correct "tier" or "trust_score".',
  },
  'completeness-mismatch': {
    severity: 'warning',
    why: 'Completeness follows from which files are there; a reader expects what it promises.',
    fix: 'Set "completeness" to the computed number, or leave it out.',
  },
} as const satisfies Readonly<Record<string, DiagnosticKind>>;

const FILES = {
  'p0-file-missing': {
    severity: 'error',
    why: 'overview.md, pitfalls.md and safety.md are what an agent reads before it writes code.',
    fix: 'Write the file.',
  },
  'example-missing': {
    severity: 'error',
    why: 'A skill needs at least one file under examples/: working code says what prose leaves open.',
    fix: 'Add a small program that runs (an empty file is none), such as examples/basic with the language’s extension.',
  },
  'example-extension': {
    severity: 'warning',
    why: 'Examples end in cpp, rs, py, go or js, by the skill’s language; tools highlight and run them by it.',
    fix: 'Give the example its language’s extension.',
  },
  'file-unlisted': {
    severity: 'warning',
    why: 'Only listed files come with the skill; nobody who does not know this one will read it.',
    fix: 'List it under its priority in "files", or remove it.',
  },
  'p0-file-unlisted': {
    severity: 'error',
    why: 'Agents must read this file before they write code, and readers who go by "files" never do. It is served all the same.',
    fix: 'List it under P0 in "files", and in "read_order".',
  },
  'file-listed-twice': {
    severity: 'warning',
    why: 'A file has one priority and one place in the reading order.',
    fix: 'Remove all but one mention.',
  },
  'files-key-unknown': {
    severity: 'warning',
    why: 'Priorities are called P0 to P3; readers who go by them never read what is listed under another name.',
    fix: 'Move the files to their priority, P0 to P3.',
  },
  'file-priority': {
    severity: 'error',
    why: 'Agents read P0 before any code, P1 when a feature is used, P2 on demand: under another priority a file is read at the wrong time.',
    fix: 'Move the files to their own priority.',
  },
  'file-name-case': {
    severity: 'error',
    why: 'Names that differ in case only are one file on some systems and two on others.',
    fix: 'Rename the file to lowercase, and its mention in skill.json.',
  },
  'markdown-extension': {
    severity: 'error',
    why: 'Knowledge files are found by .md; this one is not served as one.',
    fix: 'Rename the file to end in .md.',
  },
  'read-order-not-p0': {
    severity: 'error',
    why: '"read_order" is what to read before any code: P0 paths only.',
    fix: 'Remove the paths, or list the files under P0.',
  },
  'read-order-incomplete': {
    severity: 'info',
    why: 'Whoever follows "read_order" never reads these P0 files.',
    fix: 'Add the paths to "read_order".',
  },
} as const satisfies Readonly<Record<string, DiagnosticKind>>;

const TEXTS = {
  'tokens-too-few': {
    severity: 'error',
    why: 'Under 500 tokens a file hardly says more than its title.',
    fix: 'Write what is missing; a file that is not required may also be merged into another.',
  },
  'tokens-too-many': {
    severity: 'error',
    why: 'Agents pay for each token; over 1,500 the important part drowns.',
    fix: 'Shorten the file, or move details to another.',
  },
  'pitfalls-too-few': {
    severity: 'error',
    why: 'pitfalls.md needs at least 3 entries to be worth the reading.',
    fix: 'Add what else goes wrong, each under its own heading.',
  },
  'safety-too-few': {
    severity: 'error',
    why: 'safety.md needs at least 2 entries: what must never be done.',
    fix: 'Add what else must never be done, each under its own heading.',
  },
  'bidi-control': {
    severity: 'error',
    why: 'Bidirectional controls make text look different from what an agent or compiler reads.',
    fix: 'Remove the character.',
  },
  'hidden-character': {
    severity: 'error',
    why: 'Text that people cannot see but agents read can carry instructions nobody reviewed.',
    fix: 'Remove the character.',
  },
  'control-character': {
    severity: 'warning',
    why: 'Control characters have no place in text and break terminals and parsers.',
    fix: 'Remove the character.',
  },
  'text-not-utf8': {
    severity: 'warning',
    why: 'Bytes that are not UTF-8 were replaced by U+FFFD, so something of the text is lost.',
    fix: 'Save the file as UTF-8.',
  },
  'link-dead': {
    severity: 'warning',
    why: 'The link leads nowhere: only files inside the skill’s folder are served.',
    fix: 'Correct the path, or link to a web address.',
  },
  'fence-unclosed': {
    severity: 'warning',
    why: 'A code block that never ends swallows the rest of the file.',
    fix: 'Close the code block.',
  },
  'code-language': {
    severity: 'warning',
    why: 'Code of another language than the library’s cannot be used with it, and was likely never run.',
    fix: 'Write the code in the library’s language, and give the code blocks its name.',
  },
} as const satisfies Readonly<Record<string, DiagnosticKind>>;

/** Need the whole registry. */
const REGISTRY = {
  'dependency-missing': {
    severity: 'warning',
    why: 'Whoever follows "dependencies.skills" gets a 404.',
    fix: 'Add that skill, or remove the key.',
  },
  'dependency-self': {
    severity: 'warning',
    why: 'A skill that depends on itself sends its reader in a circle.',
    fix: 'Remove the key.',
  },
  'key-case-collision': {
    severity: 'warning',
    why: 'Keys that differ in case only are one folder on Windows and macOS, so one of the skills is lost there.',
    fix: 'Keep one of the two.',
  },
} as const satisfies Readonly<Record<string, DiagnosticKind>>;

const UNCHECKED = {
  'texts-left-out': {
    severity: 'warning',
    why: 'A skill’s texts are checked up to 16 MiB together; nothing is known of the others.',
    fix: 'Shorten the skill, or remove files that nobody reads.',
  },
  'check-unfinished': {
    severity: 'error',
    why: 'The skill takes more time or memory than any honest text; nothing more is known of it.',
    fix: 'Shorten its files; look for long runs of the same characters.',
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
