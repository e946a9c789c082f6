import { isRequiredFile, standardPriority } from '../api/standard-files.ts';
import type { Diagnostic, DiagnosticCode } from './diagnostic.ts';
import { isListedField, meantValue } from './meant-values.ts';
import { fieldOf } from './wrong-values.ts';

/**
 * `unserved`: agents can't get a folder or file. `misleading`: agents use wrong data. `cosmetic`: readers
 * don't notice.
 */
export type CauseRank = 'unserved' | 'misleading' | 'cosmetic';

/**
 * `command`: `skills-registry validate --fix`. `replace`: search and replace. `hand`: needs thought at each
 * place.
 */
export type Repair = 'command' | 'replace' | 'hand';

export interface CauseKind {
  readonly rank: CauseRank;
  readonly repair: Repair;
  /** Without a full stop; see `told`. */
  readonly title: string;
  /** True if each field forms its own group. */
  readonly byField?: true;
  /** Appended to the title. */
  readonly details?: 'values' | 'fields';
  /** Default: text of the code. */
  readonly why?: string;
  readonly fix?: string;
}

/** Groups of several codes with the same repair. */
const SHARED = {
  labels: {
    rank: 'misleading',
    repair: 'replace',
    title: 'Labels outside the format’s lists',
    details: 'values',
    why: 'These labels say where a skill comes from and how it is grouped. Who filters by them misses these skills; the texts are served as they are.',
    fix: 'Write one of the format’s values for each of these words.',
  },
  trust: {
    rank: 'misleading',
    repair: 'hand',
    title: 'Trust does not add up',
    details: 'values',
    why: 'Trust is the sum of five sources, each with a maximum. A score that they don’t make is a claim, and agents rank by it.',
    fix: 'Give each source a number up to its maximum, and set "trust_score" to their sum.',
  },
  priorities: {
    rank: 'misleading',
    repair: 'command',
    title: 'The files to read first are not listed as such',
    why: 'Agents read what is listed under P0 before they write code. What stands under another priority is read too late, or never.',
    fix: 'List each file under its own priority in "files"; "read_order" then names P0 files only.',
  },
  schema: {
    rank: 'misleading',
    repair: 'command',
    title: 'The schema has an older name, or none',
    why: 'It is read as skills/v1; other tools may refuse it.',
    fix: 'Set "schema" to "skills/v1".',
  },
  'label-words': {
    rank: 'misleading',
    repair: 'command',
    title: 'Other words for the format’s labels',
    details: 'values',
    why: 'Who filters by these labels misses these skills; the texts are served as they are.',
    fix: 'Write the format’s own value for each of these words.',
  },
  'completeness-value': {
    rank: 'misleading',
    repair: 'command',
    title: '“completeness” is no whole number up to 100',
    details: 'values',
  },
  'required-files': {
    rank: 'unserved',
    repair: 'hand',
    title: 'Required files that are listed and not there',
    fix: 'Write them: agents read these files before they write code.',
  },
  'own-files': {
    rank: 'misleading',
    repair: 'hand',
    title: 'Unlisted files with names of their own',
  },
  lists: {
    rank: 'misleading',
    repair: 'command',
    title: 'Lists that are missing in skill.json',
    byField: true,
    details: 'fields',
    fix: 'List each file under its own priority in "files", and in "read_order" those of P0.',
  },
  'same-key': {
    rank: 'unserved',
    repair: 'hand',
    title: 'Two folders claim the same key',
    why: 'One key can name one skill only, so one of the two folders is left out. Agents never see what is written in it.',
    fix: 'Keep one of the two folders, or give one another "repo".',
  },
} as const satisfies Readonly<Record<string, CauseKind>>;

type Kinds = { readonly [Code in DiagnosticCode]: CauseKind | keyof typeof SHARED | 'draft' };

const unserved = (title: string, repair: Repair = 'hand'): CauseKind => ({
  rank: 'unserved',
  repair,
  title,
});
const misleading = (title: string, repair: Repair = 'hand'): CauseKind => ({
  rank: 'misleading',
  repair,
  title,
});
const cosmetic = (title: string, repair: Repair = 'hand'): CauseKind => ({
  rank: 'cosmetic',
  repair,
  title,
});

const KINDS: Kinds = {
  'enum-invalid': 'labels',
  'trust-source-invalid': 'trust',
  'trust-score-mismatch': 'trust',
  'trust-stars-tier': 'trust',
  'trust-freshness': 'trust',
  'trust-tier-mismatch': 'trust',
  'read-order-not-p0': 'priorities',
  'file-priority': 'priorities',
  'p0-file-unlisted': 'priorities',
  'schema-alias': 'schema',
  'schema-missing': 'schema',
  'index-schema-missing': 'schema',
  'index-schema-alias': 'schema',
  'key-duplicate': 'same-key',
  'skill-draft': 'draft',
  'placeholder-left': 'draft',

  'skill-json-invalid': unserved('skill.json can’t be read'),
  'skill-json-missing': unserved('skill.json is missing'),
  'schema-unsupported': unserved('Skills of another major version'),
  'key-underivable': unserved('Folders without a key'),
  'file-missing': {
    ...unserved('Listed files that are not there', 'command'),
    fix: 'Write first what should be there; what is still missing is taken off the lists in skill.json.',
  },
  'file-outside': unserved('Files that lead out of the skill’s folder'),
  'file-not-servable': unserved('Listed files of a kind that is not served'),
  'file-unreadable': unserved('Files or folders that can’t be read'),
  'name-not-utf8': unserved('Names that no address can hold'),
  'file-limit': unserved('Skills with more files than are served'),
  'folder-too-deep': unserved('Folders that lie too deep'),
  'index-entry-invalid': unserved('Entries of index.json without a usable key', 'command'),
  'index-entry-orphan': unserved('Entries of index.json without a folder', 'command'),
  'markdown-extension': unserved('Markdown files that don’t end in .md'),
  'registry-empty': unserved('The registry holds no skill'),

  'key-mismatch': misleading('Folders and skill.json disagree about the key'),
  'key-case-collision': misleading('Keys that differ in case only'),
  'unreadable-kept': misleading('What is served was read before, and can’t be read now'),
  'file-too-large': misleading('Files that are too large for the skill’s answer'),
  'index-json-invalid': misleading('index.json can’t be read'),
  'index-schema-unsupported': misleading('index.json is of another major version'),
  'rules-json-invalid': misleading('rules.json can’t be used'),
  'index-entry-disagrees': misleading('index.json and skill.json disagree', 'command'),
  'field-missing': { ...misleading('Missing in skill.json'), byField: true, details: 'fields' },
  'field-invalid': {
    ...misleading('A value that the format doesn’t allow'),
    byField: true,
    details: 'values',
  },
  'json-member-duplicate': misleading('The same name twice in one JSON object'),
  'updated-at-future': misleading('Times that have not come'),
  'package-name-unusable': misleading('Names of packages that match no project'),
  'repo-skill-false': misleading('A skill in its library’s own repository doesn’t say so'),
  'completeness-mismatch': misleading('“completeness” is not what the files give', 'command'),
  'p0-file-missing': misleading('Files that agents read first are not there'),
  'example-missing': misleading('There is no example'),
  'example-extension': misleading('Examples of another language'),
  'files-key-unknown': misleading('Files under a priority that does not exist', 'command'),
  'file-unlisted': misleading('Files that no list names', 'command'),
  'file-name-case': misleading('File names in capitals'),
  'tokens-too-few': misleading('Files that hardly say anything'),
  'tokens-too-many': misleading('Files that cost too much to read'),
  'pitfalls-too-few': misleading('Too few pitfalls'),
  'safety-too-few': misleading('Too few red lines'),
  'bidi-control': misleading('Characters that turn text around'),
  'hidden-character': misleading('Characters that people can’t see'),
  'control-character': misleading('Control characters'),
  'text-not-utf8': misleading('Texts that are not UTF-8'),
  'fence-unclosed': misleading('Code blocks that never end'),
  'code-language': misleading('Code in another language than the library’s'),
  'link-dead': misleading('Links that lead nowhere'),
  'dependency-missing': misleading('Dependencies that are not here'),
  'dependency-self': misleading('Skills that depend on themselves'),
  'check-unfinished': misleading('Skills that could not be checked'),
  'texts-left-out': misleading('Texts that were not checked'),

  'self-awarded': cosmetic('What only others can say of a skill'),
  'key-from-manifest': cosmetic('A folder’s name differs from its key'),
  'skill-shadowed': cosmetic('Skills that an upper registry has, too'),
  'skill-nested': cosmetic('A skill inside another skill’s folder'),
  'index-version-invalid': cosmetic('The version of index.json is no whole number', 'command'),
  'index-old': cosmetic('index.json is over a week old', 'command'),
  'index-updated-at-invalid': cosmetic('The time of index.json is none', 'command'),
  'index-entry-duplicate': cosmetic('Two entries of index.json for one skill', 'command'),
  'index-key-invalid': cosmetic('Keys of index.json that are not language/author/name', 'command'),
  'index-entry-stale': cosmetic('Skills that were edited after index.json was written', 'command'),
  'index-entry-missing': cosmetic('Skills that index.json leaves out', 'command'),
  'file-listed-twice': cosmetic('Files that are listed twice', 'command'),
  'read-order-incomplete': cosmetic('Files to read first that “read_order” leaves out'),
};

/** Consequences of another problem in the same skill. */
export const FOLLOWS: ReadonlyMap<DiagnosticCode, readonly DiagnosticCode[]> = new Map([
  ['completeness-mismatch', ['example-missing', 'p0-file-missing', 'file-missing']],
  ['index-entry-duplicate', ['key-duplicate']],
]);

/** Suffix of the title. */
export const FOLLOWER_WORDS: ReadonlyMap<DiagnosticCode, string> = new Map([
  ['completeness-mismatch', ', and “completeness” is off'],
]);

export interface NamedKind {
  readonly name: string;
  readonly kind: CauseKind;
}

/** Unknown codes of a newer service form their own group. */
export function kindOfCause(place: Diagnostic): NamedKind | 'draft' {
  const { code } = place;
  const kind = kindByPlace(place) ?? (Object.hasOwn(KINDS, code) ? KINDS[code] : misleading(code));
  if (kind === 'draft') return kind;
  return typeof kind === 'string' ? { name: kind, kind: SHARED[kind] } : { name: code, kind };
}

/** For codes repaired by `validate --fix` only in some places. */
function kindByPlace(place: Diagnostic): keyof typeof SHARED | undefined {
  const { code, pointer, value = '' } = place;
  // Values are stored as JSON.
  const word = value.replace(/^"|"$/g, '');
  const field = fieldOf(place);
  switch (code) {
    case 'enum-invalid':
      return isListedField(field) && meantValue(field, word) !== undefined ? 'label-words' : undefined;
    case 'file-missing':
      return isRequiredFile(word) ? 'required-files' : undefined;
    case 'file-unlisted':
      return pointer === undefined && hasOwnName(place.file) ? 'own-files' : undefined;
    case 'field-missing':
      return pointer === '' && (field === 'files' || field === 'read_order') ? 'lists' : undefined;
    case 'field-invalid':
      return pointer === '/completeness' ? 'completeness-value' : undefined;
    default:
      return undefined;
  }
}

/** Neither standard nor an example. The skill's folder is unknown here. */
function hasOwnName(file: string | undefined): boolean {
  if (file === undefined) return false;
  const name = file.slice(file.lastIndexOf('/') + 1);
  return standardPriority(name) === undefined && !/(?:^|\/)examples\//.test(file);
}
