/** Skills as rows of a list, and what is wrong with one. */
import type { IndexEntry } from '../../src-server/contract/api.ts';
import { type SkillLine, skillLine } from '../../src-server/contract/api.ts';
import type { Diagnostic } from '../../src-server/contract/diagnostic.ts';
import { isBlank } from '../../src-server/contract/outside-text.ts';
import { writtenFor } from '../../src-server/contract/skill-format.ts';

/** A skill of the list, as rows show it, with a version, risk or registry that is no text left out. */
export interface SkillRow {
  readonly key: string;
  readonly name: string;
  readonly language: string;
  readonly version: string | undefined;
  readonly risk: string | undefined;
  /** Why agents don't get it, as a part of a sentence; undefined if they do. */
  readonly withheld: string | undefined;
  /** What stands under the name. */
  readonly line: SkillLine;
  readonly tags: readonly string[];
  /** The registry that it comes from, if there are several. */
  readonly registry: string | undefined;
}

const RISKS = ['high', 'medium', 'low'];

/** Returns the rows, the riskiest first, then by name. */
export function toSkillRows(entries: readonly IndexEntry[]): readonly SkillRow[] {
  const weight = ({ risk = '' }: SkillRow) => (RISKS.indexOf(risk) + RISKS.length + 1) % (RISKS.length + 1);
  return entries
    .map(toRow)
    .sort((a, b) => weight(a) - weight(b) || compare(a.name, b.name) || compare(a.key, b.key));
}

const compare = new Intl.Collator('en', { sensitivity: 'base' }).compare;

function toRow(entry: IndexEntry): SkillRow {
  const { key, name, language, version, risk_level, tags = [], _registry } = entry;
  return {
    key,
    name,
    language,
    tags,
    version: writtenFor(version),
    risk: readText(risk_level),
    withheld: entry._withheld,
    line: skillLine(entry),
    registry: readText(_registry),
  };
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && !isBlank(value) ? value : undefined;
}

/** Returns the name in a key: `tokio` in `rust/tokio-rs/tokio`. */
export function nameInKey(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** A word: letters, digits, and what names of packages have between them. */
const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_.+#@/-]*/gu;
/** The shortest name that is found: one of a single letter is a word of many questions. */
const SHORTEST = 2;

/** Returns the first word of a question that is one of the names, in any case. */
export function nameIn(question: string, names: readonly string[]): string | undefined {
  const known = new Set(names.map((name) => name.toLowerCase()));
  const words = (question.match(WORD) ?? []).map((word) => word.replace(/(?<![.+/-])[.+/-]+$/, ''));
  return words.find((word) => word.length >= SHORTEST && known.has(word.toLowerCase()));
}

/** What is wrong with a skill as a whole. */
export interface SkillFault {
  readonly key: string;
  /** The reason, as a sentence: `skill.json could not be read: Expected a comma (line 3).` */
  readonly why: string;
  /** Whether its skill.json can't be read at all. */
  readonly isUnreadable: boolean;
}

/** Returns the error of a skill that weighs most; undefined if it has none. */
export function faultOf(diagnostics: readonly Diagnostic[], key: string): SkillFault | undefined {
  const errors = diagnostics.filter(({ skillKey, severity }) => skillKey === key && severity === 'error');
  const unreadable = errors.find(({ code }) => code === 'skill-json-invalid');
  const fault = unreadable ?? errors[0];
  if (fault === undefined) return undefined;
  const line = fault.line === undefined ? '' : ` (line ${fault.line})`;
  return { key, why: `${fault.message.replace(/\.$/, '')}${line}.`, isUnreadable: unreadable !== undefined };
}

/** Returns the fault of the skill that a question names, whose folder is here and isn't served. */
export function unservedIn(
  question: string,
  diagnostics: readonly Diagnostic[],
  rows: readonly SkillRow[],
): SkillFault | undefined {
  const served = new Set(rows.map(({ key }) => key));
  const keys = diagnostics.flatMap(({ skillKey, severity }) =>
    severity === 'error' && skillKey !== undefined && !served.has(skillKey) ? [skillKey] : [],
  );
  const named = nameIn(question, keys.map(nameInKey));
  const key = keys.find((one) => nameInKey(one).toLowerCase() === named?.toLowerCase());
  return key === undefined ? undefined : faultOf(diagnostics, key);
}
