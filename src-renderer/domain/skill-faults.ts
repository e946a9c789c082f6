/** What is wrong with a skill as a whole, and which skill a question names. */
import type { Diagnostic } from '../../src-server/contract/diagnostic.ts';
import { nameInKey, type SkillRow } from './skill-rows.ts';

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
