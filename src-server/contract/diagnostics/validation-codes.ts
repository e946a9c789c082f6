/** For validation; the loader's are in diagnostic.ts. */
import { type DiagnosticKind, error, info, MENDED, UNSERVED, warning } from './diagnostic-kind.ts';

export const VALIDATION_DIAGNOSTICS = {
  'enum-invalid': error(
    'Tools sort and filter by the values of this field. An unknown value is served unchanged.',
    'Use a value of the specification.',
  ),
  'field-missing': error(
    'The specification requires the field. Tools may rely on the field.',
    'Add the field.',
  ),
  'field-invalid': error('The value differs from the specification. Tools may fail.', 'Correct the value.'),
  'field-form': warning(
    'The value has another form than the specification gives the field. Tools may misread the value.',
    'Write the value in the form of the specification.',
  ),
  'field-deprecated': warning(
    'The specification has deprecated the field. A later major version removes the field.',
    'Use what replaces the field.',
  ),
  'member-type': info(
    'Members of "compatibility" and "dependencies" are lists of strings. Tools may skip others.',
    'Write a list of strings, or move the member to "extensions".',
  ),
  'json-member-duplicate': warning(
    'JSON readers keep only a single value: some the first, some the last.',
    'Remove a member.',
  ),
  'placeholder-left': info(
    'The text is not written yet. The skill is a draft.',
    'Replace the {{write: …}} marker with the text.',
  ),
  'updated-at-future': warning(
    'The time lies in the future. Lists sorted by age are wrong.',
    'Set "updated_at" to the time of the last change.',
  ),
  'package-name-unusable': info(
    'Projects match the skill by repository or by name alone, or not at all.',
    'Write the name as in the ecosystem, and "versions" as ">=1.4 <3", or remove both.',
  ),
  'repo-skill-false': error(
    '"repo_skill" distinguishes the skill in the library’s own repository from copies.',
    'Set "repo_skill" to true.',
  ),

  'trust-score-mismatch': warning(
    'The score must be the sum of the sources.',
    'Set "trust_score" to the sum, or correct the sources.',
  ),
  'trust-source-invalid': error(
    'Each source has a maximum: official_review 40, stars 20, community_votes 20, update_freshness 15, issue_health 5.',
    'Give the source a number from 0 to its maximum.',
  ),
  'trust-stars-tier': warning(
    'Stars give 20 points from 10,000, 15 from 5,000, 10 from 1,000, and 5 below.',
    'Use the points for "repo_stars", or 20, 15, 10 or 5 (0 for a repository on a host without stars).',
  ),
  'trust-freshness': warning(
    'Freshness gives 15 points to a skill updated within 60 days of the library’s release, otherwise 0.',
    'Use the points for "released_at" and "updated_at", or correct the times.',
  ),
  'self-awarded': info(
    'Only the owners of the registry award reviews, votes and the mark of the library’s own skill. A submission is stored without the field.',
    'Remove the field. The owners of the registry may add the field later.',
  ),
  'trust-tier-mismatch': error(
    'tier1 means 90 to 100, tier2 means 50 to 89. Tier and score contradict each other.',
    'Correct "tier" or "trust_score".',
  ),
  'completeness-mismatch': warning(
    'Completeness is computed from the existing files.',
    'Set "completeness" to the computed number, or remove the field.',
    MENDED,
  ),

  'p0-file-missing': error(
    'Agents read overview.md, pitfalls.md and safety.md before writing code.',
    'Write the file.',
  ),
  'example-missing': error(
    'A skill needs a file under examples/: working code answers questions that prose leaves open.',
    'Add a small program that runs, for example examples/basic with the extension of the language. An empty file is no program.',
  ),
  'example-extension': warning(
    'The extension of an example is cpp, rs, py, go or js, by the skill’s language. Tools highlight and run examples by extension.',
    'Give the example the extension of the language.',
  ),
  'file-unlisted': warning(
    'Readers get only the listed files of a skill.',
    'List the file under a priority in "files", or remove the file.',
    MENDED,
  ),
  'p0-file-unlisted': error(
    'Agents must read this file before writing code. Readers of "files" miss the file. The file is served nevertheless.',
    'List the file under P0 in "files", and in "read_order".',
    MENDED,
  ),
  'file-listed-twice': warning(
    'A file has a single priority, and a single position in the reading order.',
    'Keep a single mention.',
    MENDED,
  ),
  'files-key-unknown': warning(
    'Priorities are P0 to P3. Readers skip files under other names.',
    'Move the files to their priority, P0 to P3.',
    MENDED,
  ),
  'file-priority': error(
    'Agents read P0 before any code, P1 for a used feature, P2 on demand. With another priority the file is read at the wrong time.',
    'Move the files to their own priority.',
    MENDED,
  ),
  'file-name-case': error(
    'Names that differ only in case are the same file on some systems, and two files on others.',
    'Rename the file to lowercase, also in skill.json.',
  ),
  'markdown-extension': error(
    'Only files with the extension .md are served as texts.',
    'Give the file the extension .md.',
    UNSERVED,
  ),
  'other-file-name': warning(
    'File names of a skill are lowercase. LICENSE, NOTICE and dot-files are excepted.',
    'Rename the file to lowercase.',
  ),
  'read-order-not-p0': error(
    '"read_order" lists the required reading: P0 paths only.',
    'Remove the paths, or list the files under P0.',
    MENDED,
  ),
  'read-order-incomplete': info(
    'Readers of "read_order" miss these P0 files.',
    'Add the paths to "read_order".',
  ),

  'tokens-too-few': error(
    'A file under 500 tokens says hardly more than the title.',
    'Write more. A file outside of the required reading may also be merged into another file.',
  ),
  'tokens-too-many': error(
    'Agents pay for each token. Above 1,500 tokens the important part drowns.',
    'Shorten the file, or move details to another file.',
  ),
  'pitfalls-too-few': error(
    'pitfalls.md needs at least 3 entries.',
    'Add further mistakes, each under a heading.',
  ),
  'safety-too-few': error(
    'safety.md needs at least 2 entries: actions that are never allowed.',
    'Add further forbidden actions, each under a heading.',
  ),
  'bidi-control': error(
    'Bidirectional controls change the visible order of a text. Agents and compilers read the stored order.',
    'Remove the character.',
  ),
  'hidden-character': error(
    'Agents read text that people can’t see. Invisible text can carry unreviewed instructions.',
    'Remove the character.',
  ),
  'agent-instruction': warning(
    'Skills are evidence about a library. Agents may follow text that speaks to them, instead of their user.',
    'Describe the library. Let people read a script from the network before they run the script.',
  ),
  'extension-character': warning(
    'An extension holds an invisible or reordering character. Content of extensions never fails validation.',
    'Remove the character.',
  ),
  'control-character': warning('Control characters break terminals and parsers.', 'Remove the character.'),
  'text-not-utf8': warning(
    'Texts are UTF-8. Bytes outside of UTF-8 were replaced by U+FFFD; UTF-16 was converted.',
    'Save the file as UTF-8.',
  ),
  'link-dead': warning(
    'The target is missing. Only files inside the skill’s folder are served.',
    'Correct the path, or link to a web address.',
  ),
  'fence-unclosed': warning('The rest of the file is shown as code.', 'Close the code block.'),
  'code-language': warning(
    'Code in another language can’t be used with the library, and was probably never run.',
    'Write the code in the library’s language, and mark the code blocks with the language.',
  ),

  'dependency-missing': warning(
    'Readers of "dependencies.skills" get a 404.',
    'Add the skill, or remove the key.',
  ),
  'dependency-self': warning('The skill lists itself as a dependency.', 'Remove the key.'),
  'key-case-collision': warning(
    'Keys that differ only in case are the same folder on Windows and macOS. A skill is lost there.',
    'Rename or remove a skill.',
  ),

  'check-unfinished': error(
    'A rule failed at the skill. The skill is unchecked.',
    'Look for lists or quotes that are nested without end.',
  ),
} satisfies Readonly<Record<string, DiagnosticKind>>;
