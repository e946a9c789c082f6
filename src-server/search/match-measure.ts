/** How much more of a question a skill has than chance brings about. */
import type { MatchStrength } from '../contract/api.ts';
import { inverseDocumentFrequency } from './find-weights.ts';

export interface FoundWord {
  /** Number of skills, and of documents of the background, that have the word. */
  readonly documents: number;
  /** Whether another skill has it. */
  readonly isShared?: boolean;
  /** How much of the word was found: 1 in the entry, less for stand-ins or elsewhere, 0 if it is absent. */
  readonly evidence: number;
  /** Whether name, tags or summary have the word, which is no chance. */
  readonly inMetadata?: boolean;
  /** Whether the word is used as a name: `Godot`, `folly` in `folly::dynamic`. */
  readonly isName?: boolean;
  /** Whether any question may have the word: `somebody`, `already`. */
  readonly isOrdinary?: boolean;
}

/** The lowest measures of strong and partial matches. */
const THRESHOLDS = { strong: 8, partial: 5.5 } as const;

const NAME_SHARE = 3;

/** Information of a usual query, in idfs of a word of a single skill. */
const USUAL_LENGTH = 2;

/** Information of a word, the idf without the 1 of find-weights.ts: almost 0 for a word of every skill, most for an unknown word. */
export function distinction(skills: number, documents: number): number {
  return Math.log((skills + 1) / (documents + 0.5));
}

/**
 * Measure = weight / idf(1) · (coverage · min(1, usual length / length)) ^ ¼. `coverage`: share of the
 * query's information in the best passage. By chance 0.7 to 1.4.
 */
export function matchMeasure(words: readonly FoundWord[], weight: number, skills: number): number {
  let length = 0;
  let all = 0;
  let found = 0;
  for (const word of informativeWords(words)) {
    const information = distinction(skills, word.documents);
    // Names weigh more, but don't make a query longer.
    const weighed = word.isName ? NAME_SHARE * information : information;
    length += information;
    all += weighed;
    found += weighed * word.evidence;
  }
  if (all === 0) return 0;
  const rare = inverseDocumentFrequency(skills, 1);
  const usual = Math.min(1, (USUAL_LENGTH * rare) / length);
  return (weight / rare) * ((found / all) * usual) ** 0.25;
}

const FEWEST_TELLING = 2;

function informativeWords(words: readonly FoundWord[]): readonly FoundWord[] {
  const telling = words.filter(({ isOrdinary }) => isOrdinary !== true);
  return telling.length >= FEWEST_TELLING ? telling : words;
}

/**
 * By measure; at least partial if `isWhole`, for queries of common words ("fork").
 *
 * @param skills 1 or more
 */
export function matchStrength(words: readonly FoundWord[], weight: number, skills: number): MatchStrength {
  const measure = matchMeasure(words, weight, skills);
  if (measure >= THRESHOLDS.strong) return 'strong';
  return measure >= THRESHOLDS.partial || isWhole(informativeWords(words)) ? 'partial' : 'weak';
}

/** Returns whether an entry has all words, and none by chance: another skill has it, or the metadata or symptoms of this one. */
function isWhole(words: readonly FoundWord[]): boolean {
  const isFound = ({ evidence, isShared, inMetadata }: FoundWord) =>
    evidence === 1 && (isShared === true || inMetadata === true);
  return words.length > 0 && words.every(isFound);
}

const RISING: readonly MatchStrength[] = ['weak', 'partial', 'strong'];

export function weaker(a: MatchStrength, b: MatchStrength): MatchStrength {
  return RISING.indexOf(a) < RISING.indexOf(b) ? a : b;
}
