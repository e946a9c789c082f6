import { isRequiredFile, standardPriority } from '../api/standard-files.ts';
import type { Diagnostic, DiagnosticCode } from './diagnostic.ts';
import { isListedField, meantValue } from './meant-values.ts';
import { fieldOf } from './wrong-values.ts';

/** `unserved`: missing for agents. `misleading`: wrong data for agents. `cosmetic`: unnoticed. */
export type CauseRank = 'unserved' | 'misleading' | 'cosmetic';

/** `command`: `skills-registry validate --fix`. `replace`: search and replace. `hand`: needs thought. */
export type Repair = 'command' | 'replace' | 'hand';

export interface CauseKind {
  readonly rank: CauseRank;
  readonly repair: Repair;
  /** No full stop; see `told`. */
  readonly title: string;
  /** A group per field. */
  readonly byField?: true;
  /** Suffix of the title. */
  readonly details?: 'values' | 'fields';
  /** Default: text of the code. */
  readonly why?: string;
  readonly fix?: string;
}

/** Several codes, same repair. */
const SHARED = {
  labels: {
    rank: 'misleading',
    repair: 'replace',
    title: 'Labels outside the format’s lists',
    details: 'values',
    why: 'The labels give origin and group of a skill. Filters miss these skills. The texts are served unchanged.',
    fix: 'Replace each of these words with a value of the format.',
  },
  trust: {
    rank: 'misleading',
    repair: 'hand',
    title: 'Trust does not add up',
    details: 'values',
    why: 'Trust must be the sum of five sources, each with a maximum. Agents rank by trust.',
    fix: 'Give each source a number up to the maximum, and set "trust_score" to the sum.',
  },
  priorities: {
    rank: 'misleading',
    repair: 'command',
    title: 'Required reading is not listed as P0',
    why: 'Agents read the files under P0 before writing code. Files under another priority are read too late, or never.',
    fix: 'List each file under the right priority in "files", and only P0 files in "read_order".',
  },
  schema: {
    rank: 'misleading',
    repair: 'command',
    title: 'The schema is missing or has an older name',
    why: 'The file is read as skills/v1. Other tools may refuse the file.',
    fix: 'Set "schema" to "skills/v1".',
  },
  'label-words': {
    rank: 'misleading',
    repair: 'command',
    title: 'Other words for the format’s labels',
    details: 'values',
    why: 'Filters by these labels miss these skills. The texts are served unchanged.',
    fix: 'Replace each of these words with the value of the format.',
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
    title: 'Required files are listed but missing',
    fix: 'Write the files: agents read required files before writing code.',
  },
  'own-files': {
    rank: 'misleading',
    repair: 'hand',
    title: 'Unlisted files with unusual names',
  },
  lists: {
    rank: 'misleading',
    repair: 'command',
    title: 'Lists are missing in skill.json',
    byField: true,
    details: 'fields',
    fix: 'List each file under the right priority in "files", and the P0 files in "read_order".',
  },
  'index-time': {
    rank: 'cosmetic',
    repair: 'command',
    title: 'The time of index.json is invalid',
  },
  'same-key': {
    rank: 'unserved',
    repair: 'hand',
    title: 'Two folders claim the same key',
    why: 'A key names a single skill. One folder is left out, and agents never see its texts.',
    fix: 'Keep one folder, or give a folder another "repo".',
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
  'index-updated-at-invalid': 'index-time',
  'key-duplicate': 'same-key',
  'skill-draft': 'draft',
  'placeholder-left': 'draft',

  'skill-json-invalid': unserved('skill.json can’t be read'),
  'skill-json-missing': unserved('skill.json is missing'),
  'schema-unsupported': unserved('Skills of another major version'),
  'key-underivable': unserved('Folders without a key'),
  'file-missing': {
    ...unserved('Listed files are missing', 'command'),
    fix: 'Write the missing files first. The repair removes files that are still missing from the lists in skill.json.',
  },
  'file-outside': unserved('Files outside of the skill’s folder'),
  'file-not-servable': unserved('Listed files of a kind that is not served'),
  'file-unreadable': unserved('Files or folders that can’t be read'),
  'file-left-out': unserved('Files that the copy leaves out'),
  'name-not-utf8': unserved('Names that are not UTF-8'),
  'file-limit': unserved('Skills with too many files'),
  'folder-too-deep': unserved('Folders below the depth limit'),
  'index-entry-invalid': unserved('Entries of index.json without a usable key', 'command'),
  'index-entry-orphan': unserved('Entries of index.json without a folder', 'command'),
  'markdown-extension': unserved('Markdown files without the extension .md'),
  'registry-empty': unserved('The registry has no skill'),

  'key-mismatch': misleading('Folders and skill.json disagree about the key'),
  'key-case-collision': misleading('Keys that differ only in case'),
  'unreadable-kept': misleading('Served from an earlier state, unreadable now'),
  'file-too-large': misleading('Files that are too large for the skill’s answer'),
  'index-json-invalid': misleading('index.json can’t be read'),
  'index-schema-unsupported': misleading('index.json is of another major version'),
  'rules-json-invalid': misleading('rules.json can’t be used'),
  'index-entry-disagrees': misleading('index.json and skill.json disagree', 'command'),
  'field-missing': { ...misleading('Missing in skill.json'), byField: true, details: 'fields' },
  'field-invalid': {
    ...misleading('Values outside of the format'),
    byField: true,
    details: 'values',
  },
  'field-form': { ...misleading('Values in another form'), byField: true, details: 'values' },
  'field-deprecated': { ...misleading('Deprecated fields'), byField: true },
  'json-member-duplicate': misleading('The same name twice in one JSON object'),
  'updated-at-future': misleading('Times in the future'),
  'package-name-unusable': misleading('Package names that match no project'),
  'repo-skill-false': misleading('"repo_skill" is not set in the library’s repository'),
  'completeness-mismatch': misleading('“completeness” differs from the files', 'command'),
  'p0-file-missing': misleading('Required reading is missing'),
  'example-missing': misleading('There is no example'),
  'example-extension': misleading('Examples of another language'),
  'files-key-unknown': misleading('Files under an unknown priority', 'command'),
  'file-unlisted': misleading('Unlisted files', 'command'),
  'file-name-case': misleading('File names in capitals'),
  'tokens-too-few': misleading('Files that are too short'),
  'tokens-too-many': misleading('Files that are too long'),
  'pitfalls-too-few': misleading('Too few pitfalls'),
  'safety-too-few': misleading('Too few entries in safety.md'),
  'bidi-control': misleading('Characters that reorder text'),
  'agent-instruction': misleading('Texts that speak to agents'),
  'hidden-character': misleading('Invisible characters'),
  'extension-character': misleading('Hidden characters in extensions'),
  'extension-too-deep': unserved('Extensions that are nested too deeply'),
  'control-character': misleading('Control characters'),
  'text-not-utf8': misleading('Texts that are not UTF-8'),
  'fence-unclosed': misleading('Unclosed code blocks'),
  'code-language': misleading('Code in another language than the library’s'),
  'link-dead': misleading('Dead links'),
  'dependency-missing': misleading('Missing dependencies'),
  'dependency-self': misleading('Skills that depend on themselves'),
  'check-unfinished': misleading('Skills that could not be checked'),

  'member-type': cosmetic('Members that are no list of strings'),
  'schema-minor': cosmetic('A later minor version of the format'),
  'other-file-name': cosmetic('Names of other files in capitals'),
  'self-awarded': cosmetic('Awards that only the registry gives'),
  'key-from-manifest': cosmetic('A folder’s name differs from its key'),
  'skill-shadowed': cosmetic('Shadowed skills'),
  'skill-nested': cosmetic('A skill inside another skill’s folder'),
  'index-version-invalid': cosmetic('The version of index.json is no whole number', 'command'),
  'index-old': cosmetic('index.json is over a week old', 'command'),
  'index-entry-duplicate': cosmetic('Two entries of index.json for one skill', 'command'),
  'index-key-invalid': cosmetic('Keys of index.json that are not language/author/name', 'command'),
  'index-entry-stale': cosmetic('Skills newer than index.json', 'command'),
  'index-entry-missing': cosmetic('Skills missing in index.json', 'command'),
  'file-listed-twice': cosmetic('Files that are listed twice', 'command'),
  'read-order-incomplete': cosmetic('Required reading missing in “read_order”'),
};

/** Consequences of another problem in the skill. */
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

/** Unknown codes of a newer service form own groups. */
export function kindOfCause(place: Diagnostic): NamedKind | 'draft' {
  const { code } = place;
  const kind = kindByPlace(place) ?? (Object.hasOwn(KINDS, code) ? KINDS[code] : misleading(code));
  if (kind === 'draft') return kind;
  return typeof kind === 'string' ? { name: kind, kind: SHARED[kind] } : { name: code, kind };
}

/** For codes repaired by `validate --fix` in some places. */
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
    case 'field-form':
      return place.file === 'index.json' && pointer === '/updated_at' ? 'index-time' : undefined;
    case 'field-invalid':
      return pointer === '/completeness' ? 'completeness-value' : undefined;
    default:
      return undefined;
  }
}

/** Neither standard nor example. Ignores the skill's folder. */
function hasOwnName(file: string | undefined): boolean {
  if (file === undefined) return false;
  const name = file.slice(file.lastIndexOf('/') + 1);
  return standardPriority(name) === undefined && !/(?:^|\/)examples\//.test(file);
}
