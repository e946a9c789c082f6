/** How good a match is, measured against what chance gives. It orders nothing: it says whether the best is any good. */
import type { MatchStrength } from '../../contract/api/api.ts';
import { inverseDocumentFrequency } from './find-weights.ts';
import type { RankedDocument } from './ranked-document.ts';

/** A word of a question, as one section has it. */
export interface FoundWord {
  /** Skills that have the word; 0 where none does. */
  readonly documents: number;
  /** 1 where the section has it, less where another word stands in for it or it stands elsewhere, 0 where it's nowhere. */
  readonly evidence: number;
  /** True where the skill's name, tags or summary have it, which no chance puts there. */
  readonly inEntry?: boolean;
  /** True if the prose or the heading of the section has it, not its code alone. */
  readonly inProse?: boolean;
  /** True where it names a language, by which most skills of that language are found. */
  readonly isLanguage?: boolean;
  /** True where it names a language that no skill can be in, and the question names none that one can. */
  readonly isOtherLanguage?: boolean;
  /** True where the question calls something by this name: `Godot`, the first word of `folly::dynamic`. */
  readonly isName?: boolean;
  /** True where every question may have it, whatever it's about: `somebody`, `already`. */
  readonly isOrdinary?: boolean;
}

/** Measures from which a match is strong, and from which it is partial; docs/search-measurements.md says how they were chosen. */
export const THRESHOLDS = { strong: 8, partial: 5.5 } as const;

/** What the name of a language counts as: it tells skills apart, but is never what is asked about. */
const LANGUAGE_SHARE = 0.75;

/** What another name counts as: the library or product that a question is about, or the one it is to work with. */
const NAME_SHARE = 3;

/** How much a question of usual length says, in idfs of a word of one single skill; a longer one meets more by chance. */
const USUAL_LENGTH = 2;

/**
 * What a word tells skills apart by: the idf of find-weights.ts without its 1, so that a word that every skill has counts
 * as next to nothing, and one that none has as the most.
 */
function distinction(skills: number, documents: number): number {
  return Math.log((skills + 1) / (documents + 0.5));
}

/**
 * What of a weight is about the subject of a question, that is without a quarter of what a language’s name gave.
 *
 * @param languageShare the part of the weight that languages' names gave, 0 to 1
 */
export function subjectWeight(weight: number, languageShare: number): number {
  return weight * (1 - (1 - LANGUAGE_SHARE) * languageShare);
}

/**
 * The weight that ranked, in units of a word of one single skill (a chance mention of such a word gives 0.7 to 1.4), times
 * the fourth root of the share of the question's information that the best section has; of a question that is longer than
 * usual, also times that of the usual length's share of it. Words that no skill has are part of the question, though they
 * weigh nothing in the ranking. 0 without any word.
 *
 * @param weight the skill's, as `subjectWeight` leaves it: many a question about what isn't there names a language that is
 */
export function matchMeasure(words: readonly FoundWord[], weight: number, skills: number): number {
  let length = 0;
  let all = 0;
  let found = 0;
  for (const word of tellingWords(words)) {
    const { evidence, isLanguage = false, isName = false } = word;
    const information = distinction(skills, word.documents) * (isLanguage ? LANGUAGE_SHARE : 1);
    // A name weighs more, but makes no question longer.
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

/** Fewer than these among ordinary words are no subject of a question: `a great server` names none. */
const FEWEST_TELLING = 2;

/** The words that say what a question is about: all of them where hardly any does. */
function tellingWords(words: readonly FoundWord[]): readonly FoundWord[] {
  const telling = words.filter(({ isOrdinary }) => isOrdinary !== true);
  return telling.length >= FEWEST_TELLING ? telling : words;
}

/**
 * How strong a match is, by its measure; never weak where one section has every word of the question as it was asked,
 * ordinary ones too, and the skill's entry has it or other skills know it: a few skills share most words, so each tells
 * little, and "fork" is answered all the same. A step less where the question is about another language than any skill's, unless
 * the skill's entry names it. `skills` are all that were looked through, 1 or more.
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

/** Whether one section has all of the words. One word of one single skill may be in its texts by chance, several may be in its code. */
function isWhole(words: readonly FoundWord[]): boolean {
  const isShared = words.every(({ documents, inEntry }) => documents > 1 || inEntry === true);
  const isProse = words.length >= FEWEST_TELLING && words.every(({ inProse }) => inProse === true);
  return words.length > 0 && words.every(({ evidence }) => evidence === 1) && (isShared || isProse);
}

/** Share of the best one's weight below which a result is weak: the best shows how much there is to be had. */
const WEAK_BELOW = 0.5;
const RISING: readonly MatchStrength[] = ['weak', 'partial', 'strong'];

/**
 * How strong results are, in their order. None is called stronger than one before it: whoever reads the first and whoever
 * reads on are told the same.
 *
 * @param judge how strong a result is by itself; only called where that counts
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
