import type { FindResult, SkillKey } from '../../contract/api/api.ts';
import type { ParsedQuery } from '../query/parse-query.ts';
import type { SkillNames } from '../query/skill-names.ts';
import type { RankedDocument } from './ranked-document.ts';

/** Relative to the best result, one decimal. */
export function toResults(ranked: readonly RankedDocument[]): FindResult[] {
  const best = ranked[0]?.weight ?? 1;
  return ranked.map(({ document, weight }) => ({
    key: document.key,
    score: Math.round((1000 * weight) / best) / 10,
    raw_score: weight,
  }));
}

/** Longer texts are no library name: `import numpy as np`. */
const MOST_NAME_WORDS = 4;

/** Skills that the question is a name of. */
export function namedBy(
  text: string,
  { name }: ParsedQuery,
  names: Pick<SkillNames, 'resolve'>,
): readonly SkillKey[] {
  if (text.trim().split(/\s+/, MOST_NAME_WORDS + 1).length > MOST_NAME_WORDS) return [];
  const named = names.resolve(text);
  return named.length > 0 ? named : names.resolve(name);
}
