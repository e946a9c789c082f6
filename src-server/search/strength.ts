/** How sure the first result is, and what the question names that no skill covers. */
import type { MatchStrength, QuestionReport } from '../contract/api.ts';
import { inverseDocumentFrequency } from './find-index.ts';
import { WEIGHTS } from './find-weights.ts';
import {
  BACKGROUND_DOCUMENTS,
  backgroundDocuments,
  type FoundWord,
  matchStrength,
  weaker,
} from './match-measure.ts';
import type { MessageSource } from './message-source.ts';
import type { RankedDocument } from './ranking.ts';
import type { KnownWord } from './resolve-query.ts';
import { FIELD, METADATA } from './skill-terms.ts';
import { isRuntimeMessage } from './speakers.ts';
import {
  type AskedQuestion,
  hasLettersOf,
  hasMost,
  isAboutOther,
  isCalledIn,
  isCertain,
  isMeant,
  isOfSubject,
  QUOTED,
  sharesOfQuestion,
} from './sure-match.ts';
import { frequencyIn } from './term-records.ts';
import type { AnsweringEntry } from './weigh-entries.ts';
import { CIRCUMSTANCES, ORDINARY_WORDS } from './word-lists.ts';

/**
 * Returns how sure a match is.
 *
 * @param entry the best entry of the document
 */
export function strengthOf(
  document: RankedDocument,
  asked: AskedQuestion,
  entry?: AnsweringEntry,
): MatchStrength {
  const { query, source, words } = asked;
  if (document.isNamed) return 'strong';
  const found = words.map((word) => foundWord(word, query.languageTerms, document, entry?.terms ?? NO_TERMS));
  const byChance = words.some(isInformative) ? chanceStrength(found, document, asked) : 'weak';
  const shares = sharesOfQuestion(found, document, asked, entry);
  const isQuoted = hasLettersOf(document, query);
  const isSure = isCertain(document, asked, entry, shares) || hasMost(shares, asked);
  const isAbout = byChance === 'partial' && isOfSubject(document, asked, shares);
  const measured = isAbout ? 'strong' : isSure ? byChance : weaker(byChance, 'partial');
  const isAside = isOfOtherLanguage(document, asked) || (!isQuoted && isAboutOther(document, asked));
  const strength = isAside || isFirstByName(document, asked) ? weaker(measured, 'partial') : measured;
  if (document.isSpeaker) return strength === 'weak' ? 'partial' : strength;
  if (isBare(asked)) return 'weak';
  if (isQuoted) return strength;
  if (missingWords(document, asked).length > 0) return weaker(strength, 'partial');
  if (!isUncovered(source)) return strength;
  const isMentioned =
    source.mentioned.has(document.document.key) ||
    isCalledIn(query, document) ||
    entryCovers(document, asked, entry);
  return weaker(strength, source.isCompiler === true || isMentioned ? 'partial' : 'weak');
}

/**
 * Returns whether a question is about the library of a skill: the match is strong; or it is partial, or the question
 * says the library's name, and no other language is meant.
 *
 * @param judged how sure the match of the skill is
 */
export function isAskedFor(document: RankedDocument, asked: AskedQuestion, judged: MatchStrength): boolean {
  if (judged === 'strong') return true;
  return (judged === 'partial' || isMeant(document, asked)) && !isOfOtherLanguage(document, asked);
}

/**
 * Returns whether the skill is first only because a common word of the question was taken for its name: `empty body in
 * requests` may be about the library requests, or about requests.
 */
function isFirstByName({ isSpoken }: RankedDocument, { second }: AskedQuestion): boolean {
  return isSpoken && second !== undefined && second * WEIGHTS.spokenName > 1;
}

/** Returns how many skills have the word, or what it must mean. */
function ownDocuments(word: KnownWord | undefined): number | undefined {
  const corrected = word?.terms.find(({ kind }) => kind === 'corrected');
  return corrected?.documents ?? word?.asked.skills;
}

/**
 * Returns the weaker of two strengths. One counts words in the skills alone, the other also in the background documents: a
 * word may be rare in either by chance.
 */
function chanceStrength(
  found: readonly FoundWord[],
  document: RankedDocument,
  asked: AskedQuestion,
): MatchStrength {
  const settled = matchStrength(found, settledWeight(document, asked), asked.skills + BACKGROUND_DOCUMENTS);
  const own = found.map((word, at) => ({
    ...word,
    documents: ownDocuments(asked.words[at]) ?? word.documents,
  }));
  return weaker(settled, matchStrength(own, document.subjectWeight, asked.skills));
}

/**
 * The weight as it were with the background beside the skills: in a registry of ten skills a common word is as rare as a
 * telling one.
 */
function settledWeight(
  { skill, subjectWeight }: RankedDocument,
  { query, skills, frequencies }: AskedQuestion,
): number {
  let sum = 0;
  let settled = 0;
  for (const { number, weight, documents, term } of query.terms) {
    const frequency = frequencyIn(skill, number);
    if (frequency === 0) continue;
    const part = weight * (frequencies[frequency] as number);
    const all = documents + backgroundDocuments(term);
    sum += part;
    settled +=
      (part * inverseDocumentFrequency(skills + BACKGROUND_DOCUMENTS, all)) /
      inverseDocumentFrequency(skills, documents);
  }
  return sum === 0 ? subjectWeight : (subjectWeight * settled) / sum;
}

const COVERING: ReadonlySet<string> = new Set(['pitfalls.md', 'safety.md', 'lifecycle.md']);

/** Returns whether a danger says more of the question than chance does, whatever other library the question names. */
function mayAnswer(
  document: RankedDocument,
  asked: AskedQuestion,
  entry: AnsweringEntry | undefined,
): boolean {
  const { query, words } = asked;
  if (isBare(asked)) return false;
  if (entry === undefined || !COVERING.has(entry.path) || isOfOtherLanguage(document, asked)) return false;
  const found = words.map((word) => foundWord(word, query.languageTerms, document, entry.terms));
  return words.some(isInformative) && chanceStrength(found, document, asked) !== 'weak';
}

/** Returns whether the shown skill covers an uncovered library: it quotes the message, is used with the library, or its danger names it. */
function entryCovers(
  document: RankedDocument,
  { query, source: { name } }: AskedQuestion,
  entry: AnsweringEntry | undefined,
): boolean {
  if (document.quoted >= QUOTED || hasLettersOf(document, query)) return true;
  if (name !== undefined && document.document.dependencies?.includes(name)) return true;
  if (name === undefined || entry === undefined || !COVERING.has(entry.path)) return false;
  const named = new Set(name.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return query.words.some(({ word, term }) => named.has(word.toLowerCase()) && entry.terms.has(term));
}

/**
 * Returns whether the skill has another language than the question names, than its message has, or than the library that
 * it is about. The form of a quoted message tells less than its words.
 */
function isOfOtherLanguage(document: RankedDocument, { query, source }: AskedQuestion): boolean {
  const { language } = document.document;
  if (source.language !== undefined && source.language !== language) return true;
  if (query.languages.size === 0 || query.languages.has(language)) return false;
  return query.languageTerms.size > 0 || !hasLettersOf(document, query);
}

const NO_TERMS: ReadonlySet<string> = new Set();
const EVIDENCE = { own: 1, corrected: 1, near: 0.5, guessed: 0, related: 0.5 } as const;
const ELSEWHERE = 0.3;

/** Returns what was found of a word. Metadata and symptoms count for all entries. */
function foundWord(
  { asked: { skills, term, word }, isName, terms }: KnownWord,
  languages: ReadonlySet<string>,
  { skill }: RankedDocument,
  entry: ReadonlySet<string>,
): FoundWord {
  const places = terms.map((known) => {
    const frequency = frequencyIn(skill, known.number);
    const isMetadata = (frequency & (METADATA | FIELD.symptoms)) !== 0;
    const most = EVIDENCE[known.kind];
    const evidence = isMetadata || entry.has(known.term) ? most : frequency > 0 && most === 1 ? ELSEWHERE : 0;
    return { inMetadata: isMetadata && most === 1, evidence };
  });
  const corrected = terms.find(({ kind }) => kind === 'corrected');
  return {
    documents: (corrected?.documents ?? skills) + backgroundDocuments(corrected?.term ?? term),
    isShared: (corrected?.documents ?? skills) > 1,
    evidence: Math.max(0, ...places.map(({ evidence }) => evidence)),
    inMetadata: places.some(({ inMetadata }) => inMetadata),
    isName: isName && !languages.has(term),
    isOrdinary: ORDINARY_WORDS.has(word.toLowerCase()),
  };
}

/** Returns whether a question is a runtime's message without a frame of a library, which any program can print. */
function isBare({ query, source }: AskedQuestion): boolean {
  return isRuntimeMessage(query.text) && source.mentioned.size === 0;
}

/** A possible name, neither an identifier nor an inflected word. */
const PLAIN_WORD = /^[A-Za-z][a-z]{2,}(?<!ed|ing|ly|less|ness|ful|ous)$/;

/** Returns the telling words that no skill has, possibly the subject. Empty if the question names the skill, or an uncovered library. */
function missingWords(document: RankedDocument, { query, source, words }: AskedQuestion): readonly string[] {
  // The writer of code chooses names, which no skill has.
  if (query.codeRuns !== undefined) return [];
  const isCalled = document.isNamed || document.isSpeaker || isCalledIn(query, document);
  if (isCalled || source.mentioned.has(document.document.key) || isUncovered(source)) return [];
  const missing = words.filter(
    ({ asked: { word }, terms }) =>
      terms.length === 0 && PLAIN_WORD.test(word) && !tellsNoSubject(word.toLowerCase()),
  );
  return [...new Set(missing.map(({ asked }) => asked.word))];
}

function tellsNoSubject(word: string): boolean {
  return ORDINARY_WORDS.has(word) || CIRCUMSTANCES.has(word);
}

function isUncovered({ name, keys }: MessageSource): boolean {
  return name !== undefined && keys.size === 0;
}

export function verdictOf(
  first: RankedDocument | undefined,
  strength: MatchStrength,
  asked: AskedQuestion,
  entry: AnsweringEntry | undefined,
): Pick<QuestionReport, 'verdict' | 'source' | 'missing'> {
  const { source, words } = asked;
  const { name, keys, isAsked } = source;
  const skills = [...keys].sort();
  const named = name === undefined ? {} : { source: { name, skills, ...(isAsked && { asked: true }) } };
  if (strength === 'strong') return { verdict: 'match', ...named };
  const isAbsent = isUncovered(source) || isBare(asked) || !words.some(isInformative);
  const isCovered =
    first !== undefined && (entryCovers(first, asked, entry) || mayAnswer(first, asked, entry));
  if (strength === 'weak' && isAbsent && !isCovered) return { verdict: 'none', ...named };
  const missing = first === undefined ? [] : missingWords(first, asked);
  if (missing.length > 0) return { verdict: 'unsure', ...named, missing };
  return { verdict: strength === 'weak' ? 'unsure' : 'match', ...named };
}

const FAILURE_WORDS: ReadonlySet<string> = new Set(
  (
    'fail fails failed failing failure failures error errors exception exceptions broken broke break breaks crash ' +
    'crashes crashed crashing bug bugs issue issues problem problems wrong work works worked working help fix'
  ).split(' '),
);

function isInformative({ asked, terms }: KnownWord): boolean {
  const isKnown = asked.skills > 0 || terms.some(({ kind }) => kind === 'corrected');
  const word = asked.word.toLowerCase();
  return isKnown && !ORDINARY_WORDS.has(word) && !FAILURE_WORDS.has(word);
}
