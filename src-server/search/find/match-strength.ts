/** Rates a match against chance. Doesn't affect the order of results. */
import type { MatchStrength } from '../../contract/api/api.ts';
import { inverseDocumentFrequency } from './find-weights.ts';
import type { RankedDocument } from './ranked-document.ts';

/** Evidence of a query word in a section. */
export interface FoundWord {
  /** Number of skills with the word. */
  readonly documents: number;
  /** 1 if the section has the word, less for a stand-in or a match elsewhere, 0 if absent. */
  readonly evidence: number;
  /** True if the skill's name, tags or summary have the word: never by chance. */
  readonly inEntry?: boolean;
  /** True if the section has the word in prose or heading, not only in code. */
  readonly inProse?: boolean;
  /** True for a language's name, which most skills of the language match. */
  readonly isLanguage?: boolean;
  /** True for a language without skills, if the query names no other language. */
  readonly isOtherLanguage?: boolean;
  /** True if the query uses the word as a name: `Godot`, `folly` in `folly::dynamic`. */
  readonly isName?: boolean;
  /** True for words of any question: `somebody`, `already`. */
  readonly isOrdinary?: boolean;
}

/** Lowest measures of strong and partial matches; docs/search-measurements.md has their derivation. */
export const THRESHOLDS = { strong: 8, partial: 5.5 } as const;

/** Factor for a language's name: tells skills apart, but is never the subject. */
const LANGUAGE_SHARE = 0.75;

/** Factor for any other name: the library or product that the query is about. */
const NAME_SHARE = 3;

/** Usual information of a query, in idfs of a word of a single skill. Longer queries match more by chance. */
const USUAL_LENGTH = 2;

/**
 * Information of a word: the idf of find-weights.ts without the 1, so that a word of every skill counts
 * almost nothing and
 * an unknown word counts most.
 */
function distinction(skills: number, documents: number): number {
  return Math.log((skills + 1) / (documents + 0.5));
}

/**
 * Weight without a quarter of the share that came from languages' names.
 *
 * @param languageShare share of the weight from languages' names, 0 to 1
 */
export function subjectWeight(weight: number, languageShare: number): number {
  return weight * (1 - (1 - LANGUAGE_SHARE) * languageShare);
}

/**
 * Measure = weight / idf(1) · (coverage · min(1, usual length / length)) ^ ¼. `coverage` is the share of the
 * query's
 * information in the best section; words that no skill has count too. idf(1) is the weight of a word of a
 * single skill,
 * whose chance mention gives 0.7 to 1.4. 0 without words.
 *
 * @param weight from `subjectWeight`: queries about absent libraries often name a language that has skills
 */
export function matchMeasure(words: readonly FoundWord[], weight: number, skills: number): number {
  let length = 0;
  let all = 0;
  let found = 0;
  for (const word of tellingWords(words)) {
    const { evidence, isLanguage = false, isName = false } = word;
    const information = distinction(skills, word.documents) * (isLanguage ? LANGUAGE_SHARE : 1);
    // Names weigh more, but don't make a query longer.
    const weighed = isName && !isLanguage ? NAME_SHARE * information : information;
    length += information;
    all += weighed;
    found += weighed * evidence;
  }
  if (all === 0) return 0;
  const rare = inverseDocumentFrequency(skills, 1);
  const usual = Math.min(1, (USUAL_LENGTH * rare) / length);
  return (weight / rare) * ((found / all) * usual) ** 0.25;
}

/** Fewer words besides ordinary words are no subject: `a great server`. */
const FEWEST_TELLING = 2;

/** Words of the subject; all words if there are too few. */
function tellingWords(words: readonly FoundWord[]): readonly FoundWord[] {
  const telling = words.filter(({ isOrdinary }) => isOrdinary !== true);
  return telling.length >= FEWEST_TELLING ? telling : words;
}

/**
 * Strength by measure, at least partial if `isWhole`: a few skills share most words, so that each word tells
 * little, yet
 * "fork" has an answer. A step less if the query is about a language without skills, unless the skill's entry
 * names the
 * language. `skills`: number of searched skills, 1 or more.
 */
export function matchStrength(words: readonly FoundWord[], weight: number, skills: number): MatchStrength {
  const strength = strengthOfSubject(words, weight, skills);
  const isElsewhere = words.some(({ isOtherLanguage, inEntry }) => isOtherLanguage && inEntry !== true);
  return isElsewhere && strength === 'strong' ? 'partial' : isElsewhere ? 'weak' : strength;
}

function strengthOfSubject(words: readonly FoundWord[], weight: number, skills: number): MatchStrength {
  const measure = matchMeasure(words, weight, skills);
  if (measure >= THRESHOLDS.strong) return 'strong';
  return measure >= THRESHOLDS.partial || isWhole(tellingWords(words)) ? 'partial' : 'weak';
}

/**
 * Whether a section has all words. A word of a single skill may be in its texts by chance, so it must also be
 * in the
 * entry, or several words must be in prose.
 */
function isWhole(words: readonly FoundWord[]): boolean {
  const isShared = words.every(({ documents, inEntry }) => documents > 1 || inEntry === true);
  const isProse = words.length >= FEWEST_TELLING && words.every(({ inProse }) => inProse === true);
  return words.length > 0 && words.every(({ evidence }) => evidence === 1) && (isShared || isProse);
}

/** Share of the best weight below which a result is weak. */
const WEAK_BELOW = 0.5;
const RISING: readonly MatchStrength[] = ['weak', 'partial', 'strong'];

/**
 * Strengths of results in order. Strength never rises, so that readers of the first results and of all
 * results agree.
 *
 * @param judge strength of a result by itself; called only if needed
 */
export function strengthsOf<T extends Pick<RankedDocument, 'weight'>>(
  ranked: readonly T[],
  judge: (result: T, place: number) => MatchStrength,
): readonly MatchStrength[] {
  const least = WEAK_BELOW * (ranked[0]?.weight ?? 0);
  let highest: MatchStrength = 'strong';
  return ranked.map((result, place) => {
    if (highest === 'weak' || result.weight < least) highest = 'weak';
    else highest = weaker(highest, judge(result, place));
    return highest;
  });
}

export function weaker(a: MatchStrength, b: MatchStrength): MatchStrength {
  return RISING.indexOf(a) < RISING.indexOf(b) ? a : b;
}
