/** How much of a question one section of a skill answers. It orders nothing: it says whether the best is any good. */
import type { MatchStrength } from '../../contract/api.ts';

/** A word of a question, as one section has it. */
export interface FoundWord {
  /** Skills that have the word; 0 where none does. */
  readonly documents: number;
  /** 1 where the section has it, less where another word stands in for it, 0 where it hasn't. */
  readonly evidence: number;
}

/** Measures from which a match is strong, and from which it is partial; docs/search.md says how they were chosen. */
export const THRESHOLDS = { strong: 0.8, partial: 0.55 } as const;

/** A strong match has a word that a smaller share of the skills has. */
const RARE = 1 / 4;

/**
 * What a word tells skills apart by: the idf of find-weights.ts without its 1, so that a word that every skill has counts
 * as next to nothing, and one that none has as the most.
 */
function distinction(skills: number, documents: number): number {
  return Math.log((skills + 1) / (documents + 0.5));
}

/**
 * The section's share of the question's weight; of a question that weighs more than one word of a single skill, times
 * the square root of how much more, since half of a long question says more than half of a short one. 0 without any word.
 */
export function matchMeasure(words: readonly FoundWord[], skills: number): number {
  let all = 0;
  let found = 0;
  for (const { documents, evidence } of words) {
    const weight = distinction(skills, documents);
    all += weight;
    found += weight * evidence;
  }
  return all > 0 ? (found / all) * Math.sqrt(Math.max(1, all / distinction(skills, 1))) : 0;
}

/**
 * Strong: the section has most of the question, a word that tells skills apart among it. Partial: it has a part. Weak: it
 * has common words, or few of them. `skills` are all that were looked through, 1 or more.
 */
export function matchStrength(words: readonly FoundWord[], skills: number): MatchStrength {
  const measure = matchMeasure(words, skills);
  const isTelling = ({ documents, evidence }: FoundWord): boolean =>
    evidence > 0 && (documents <= 1 || documents < skills * RARE);
  if (measure >= THRESHOLDS.strong && words.some(isTelling)) return 'strong';
  return measure >= THRESHOLDS.partial ? 'partial' : 'weak';
}
