import type { Diagnostic } from '../../src-server/contract/diagnostic.ts';
import { nameIn, nameInKey, type SkillRow } from './skill-row.ts';

/** What is wrong with a skill as a whole. */
export interface SkillFault {
  readonly key: string;
  /** A sentence: `skill.json could not be read: Expected a comma (line 3).` */
  readonly why: string;
  /** Its skill.json can't be read at all. */
  readonly isUnreadable: boolean;
}

/** The error of a skill that weighs most; undefined if it has none. */
export function faultOf(diagnostics: readonly Diagnostic[], key: string): SkillFault | undefined {
  const errors = diagnostics.filter(({ skillKey, severity }) => skillKey === key && severity === 'error');
  const unreadable = errors.find(({ code }) => code === 'skill-json-invalid');
  const fault = unreadable ?? errors[0];
  if (fault === undefined) return undefined;
  const line = fault.line === undefined ? '' : ` (line ${fault.line})`;
  return { key, why: `${fault.message.replace(/\.$/, '')}${line}.`, isUnreadable: unreadable !== undefined };
}

/** The skill that a question names, whose folder is here and isn't served. */
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
