/** How sure the first result is, and what the question names that no skill covers. */
import type { MatchStrength, QuestionReport } from '../contract/api.ts';
import { plainTitle } from '../contract/skill-extensions.ts';
import { BACKGROUND_DOCUMENTS, backgroundDocuments } from './background.ts';
import { placeOfTerm } from './find-index.ts';
import { inverseDocumentFrequency } from './find-weights.ts';
import type { MessageSource } from './message-source.ts';
import type { RankedDocument } from './ranking.ts';
import type { KnownWord, QueryTerm, ResolvedQuery } from './resolve-query.ts';
import { FIELD, METADATA } from './search-document.ts';
import { isRuntimeMessage } from './speakers.ts';
import type { AnsweringEntry } from './weigh-entries.ts';
import { LANGUAGE_RUNTIMES, ORDINARY_WORDS } from './word-lists.ts';

export interface FoundWord {
  /** Skills and documents of the background with the word. */
  readonly documents: number;
  /** Whether another skill has it. */
  readonly isShared?: boolean;
  /** 1 in the entry, less for stand-ins or elsewhere, 0 if absent. */
  readonly evidence: number;
  /** Name, tags or summary: never by chance. */
  readonly inMetadata?: boolean;
  /** Used as a name: `Godot`, `folly` in `folly::dynamic`. */
  readonly isName?: boolean;
  /** In any question: `somebody`, `already`. */
  readonly isOrdinary?: boolean;
}

/** Lowest measures (docs/performance.md). */
const THRESHOLDS = { strong: 8, partial: 5.5 } as const;

const NAME_SHARE = 3;

/** Information of a query, in idfs of a word of a single skill. */
const USUAL_LENGTH = 2;

/** Idf without the 1 of find-weights.ts: almost 0 for a word of every skill, most for an unknown word. */
function distinction(skills: number, documents: number): number {
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

/** An entry has all words, none of them by chance: another skill has it, or the name, tags, summary or symptoms of this one. */
function isWhole(words: readonly FoundWord[]): boolean {
  const isFound = ({ evidence, isShared, inMetadata }: FoundWord) =>
    evidence === 1 && (isShared === true || inMetadata === true);
  return words.length > 0 && words.every(isFound);
}

const RISING: readonly MatchStrength[] = ['weak', 'partial', 'strong'];

export function weaker(a: MatchStrength, b: MatchStrength): MatchStrength {
  return RISING.indexOf(a) < RISING.indexOf(b) ? a : b;
}

interface AskedQuestion {
  readonly query: ResolvedQuery;
  readonly source: MessageSource;
  readonly words: readonly KnownWord[];
  /** The number of skills in the index. */
  readonly skills: number;
  /** What occurrences count, as in `FindRanking.frequencies`. */
  readonly frequencies: Float64Array;
}

/** @param entry the best one of the document */
export function strengthOf(
  document: RankedDocument,
  asked: AskedQuestion,
  entry?: AnsweringEntry,
): MatchStrength {
  const { query, source, words } = asked;
  if (document.isNamed) return 'strong';
  const found = words.map((word) => foundWord(word, query.languageTerms, document, entry?.terms ?? NO_TERMS));
  const byChance = words.some(isInformative) ? chanceStrength(found, document, asked) : 'weak';
  const isMost = query.codeRuns === undefined && hasMostOf(found, document, asked, entry);
  const isSure = isMost || isCertain(document, asked, entry);
  const measured = isSure ? byChance : weaker(byChance, 'partial');
  const strength = isOfOtherLanguage(document, asked) ? weaker(measured, 'partial') : measured;
  if (document.isSpeaker) return strength === 'weak' ? 'partial' : strength;
  if (isBare(asked)) return 'weak';
  if (missingWords(document, asked).length > 0) return weaker(strength, 'partial');
  if (!isUncovered(source)) return strength;
  const isMentioned =
    source.mentioned.has(document.document.key) ||
    isCalledIn(query, document) ||
    entryCovers(document, asked, entry);
  return weaker(strength, source.isCompiler === true || isMentioned ? 'partial' : 'weak');
}

/** Skills that have the word, or what it must mean. */
function ownDocuments(word: KnownWord | undefined): number | undefined {
  const corrected = word?.terms.find(({ kind }) => kind === 'corrected');
  return corrected?.documents ?? word?.asked.skills;
}

/** The weaker one of what the registry and the background say: neither makes a match of the other's chance. */
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

/** Share of a question's information that makes an entry sure. */
const MOST_OF_IT = 0.5;
/** Likeness of code and bad form that chance doesn't bring about. */
const ALIKE = 0.25;
/** Share of a question in a symptom that makes it a quotation. */
const QUOTED = 2 / 3;

/** What no chance brings about: a name of the library, an identifier that the entry has, a message that the skill quotes. */
function isCertain(
  document: RankedDocument,
  { query, source }: AskedQuestion,
  entry: AnsweringEntry | undefined,
): boolean {
  if (document.isSpeaker || isQuoted(document, query)) return true;
  if (source.mentioned.has(document.document.key) || isCalledIn(query, document)) return true;
  // Code consists of identifiers: of its language, of its writer, of any library.
  if (query.codeRuns !== undefined) return (entry?.likeness ?? 0) >= ALIKE;
  const identifiers = identifiersIn(query.text);
  return query.words.some(({ word, term }) => entry?.terms.has(term) === true && identifiers.has(word));
}

/** `QueryRow`, `pool_pre_ping`, but nothing of a language's own library, and no kind of error. */
const IDENTIFIER = /(?<!\w)[A-Za-z](?=\w*?(?:[a-z\d][A-Z]|[a-z\d]_[a-z\d]))\w*/g;
const OF_RUNTIME = /(?<![\w.:])([A-Za-z_]\w*)(?:(?:::|\.)\w+)+/g;
const ERROR_NAME = /(?:Error|Exception|Warning)$/;

function identifiersIn(text: string): ReadonlySet<string> {
  const runtime = runtimeWords(text);
  const names = text.match(IDENTIFIER) ?? [];
  return new Set(names.filter((name) => !ERROR_NAME.test(name) && !runtime.has(name)));
}

/** `std`, `vector` and `push_back` of `std::vector::push_back`. */
function runtimeWords(text: string): ReadonlySet<string> {
  const paths = [...text.matchAll(OF_RUNTIME)].filter(([, root = '']) => LANGUAGE_RUNTIMES.has(root));
  return new Set(paths.flatMap(([path]) => path.split(/::|\./)));
}

const OF_SUBJECT = FIELD.name | FIELD.tags | FIELD.author;

/** Whether the entry, with the name and tags of the skill, has most of the question's information, and as much as a word of a single skill. */
function hasMostOf(
  found: readonly FoundWord[],
  document: RankedDocument,
  { query, words, skills }: AskedQuestion,
  entry: AnsweringEntry | undefined,
): boolean {
  const isIn = ({ kind, term, number }: QueryTerm) => {
    if (kind !== 'own' && kind !== 'corrected') return false;
    if (entry?.terms.has(term)) return true;
    const place = placeOfTerm(document.skill, number);
    return place >= 0 && ((document.skill.frequencies[place] as number) & OF_SUBJECT) !== 0;
  };
  const all = skills + BACKGROUND_DOCUMENTS;
  const runtime = runtimeWords(query.text);
  let [sum, here] = [0, 0];
  for (const [at, { asked, terms }] of words.entries()) {
    const word = found[at];
    // A skill of the language is no sign of its subject.
    if (word === undefined || word.isOrdinary || query.languageTerms.has(asked.term)) continue;
    const information = distinction(all, word.documents);
    sum += information;
    if (!runtime.has(asked.word) && terms.some(isIn)) here += information;
  }
  return here >= MOST_OF_IT * sum && here >= distinction(all, 1);
}

/**
 * The weight as it were with the background beside the skills: in a registry of ten skills a common word is as rare as a
 * telling one.
 */
function settledWeight(
  { skill, subjectWeight }: RankedDocument,
  { query, skills, frequencies }: AskedQuestion,
): number {
  let [sum, settled] = [0, 0];
  for (const { number, weight, documents, term } of query.terms) {
    const place = placeOfTerm(skill, number);
    if (place < 0) continue;
    const part = weight * (frequencies[skill.frequencies[place] as number] as number);
    const all = documents + backgroundDocuments(term);
    sum += part;
    settled +=
      (part * inverseDocumentFrequency(skills + BACKGROUND_DOCUMENTS, all)) /
      inverseDocumentFrequency(skills, documents);
  }
  return sum === 0 ? subjectWeight : (subjectWeight * settled) / sum;
}

/** Of a symptom: a shorter one may stand in any message. */
const SHORTEST_QUOTED = 16;

/** Whether the question is mostly one of the skill's symptoms, or has it letter by letter. */
function isQuoted({ document: { symptoms }, quoted }: RankedDocument, { text }: ResolvedQuery): boolean {
  if (quoted >= QUOTED) return true;
  const written = plainTitle(text);
  return symptoms.some((symptom) => {
    const letters = plainTitle(symptom);
    return letters.length >= SHORTEST_QUOTED && written.includes(letters);
  });
}

const COVERING: ReadonlySet<string> = new Set(['pitfalls.md', 'safety.md', 'lifecycle.md']);

/** Whether a danger says more of the question than chance does, whatever other library the question names. */
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

/** Whether what is shown is about the library that the question names, or quotes its message, though no skill is. */
function entryCovers(
  document: RankedDocument,
  { query, source: { name } }: AskedQuestion,
  entry: AnsweringEntry | undefined,
): boolean {
  if (isQuoted(document, query)) return true;
  if (name === undefined || entry === undefined || !COVERING.has(entry.path)) return false;
  const named = new Set(name.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return query.words.some(({ word, term }) => named.has(word.toLowerCase()) && entry.terms.has(term));
}

/** Than the message of the question has, or the library that it is about. */
function isOfOtherLanguage(
  { document: { language } }: RankedDocument,
  { query: { languages, languageTerms }, source }: AskedQuestion,
): boolean {
  if (source.language !== undefined && source.language !== language) return true;
  return languageTerms.size === 0 && languages.size > 0 && !languages.has(language);
}

const NO_TERMS: ReadonlySet<string> = new Set();
const EVIDENCE = { own: 1, corrected: 1, near: 0.5, guessed: 0, related: 0.5 } as const;
const ELSEWHERE = 0.3;

/** Name, tags, summary and symptoms count for all entries. */
function foundWord(
  { asked: { skills, term, word }, isName, terms }: KnownWord,
  languages: ReadonlySet<string>,
  { skill }: RankedDocument,
  entry: ReadonlySet<string>,
): FoundWord {
  const places = terms.map((known) => {
    const place = placeOfTerm(skill, known.number);
    const isMetadata =
      place >= 0 && ((skill.frequencies[place] as number) & (METADATA | FIELD.symptoms)) !== 0;
    const most = EVIDENCE[known.kind];
    const evidence = isMetadata || entry.has(known.term) ? most : place >= 0 && most === 1 ? ELSEWHERE : 0;
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

/** A runtime's message without a frame of a library: any program can print it. */
function isBare({ query, source }: AskedQuestion): boolean {
  return isRuntimeMessage(query.text) && source.mentioned.size === 0;
}

/** Possible name: no identifier or inflected word. */
const PLAIN_WORD = /^[A-Za-z][a-z]{2,}(?<!ed|ing|ly|less|ness|ful|ous)$/;

/** Telling words in no skill, possibly the subject. Empty if the question names the skill, or an uncovered library. */
function missingWords(document: RankedDocument, { query, source, words }: AskedQuestion): readonly string[] {
  const isCalled = document.isNamed || document.isSpeaker || isCalledIn(query, document);
  if (isCalled || source.mentioned.has(document.document.key) || isUncovered(source)) return [];
  const missing = words.filter(
    ({ asked: { word }, terms }) =>
      terms.length === 0 && PLAIN_WORD.test(word) && !ORDINARY_WORDS.has(word.toLowerCase()),
  );
  return [...new Set(missing.map(({ asked }) => asked.word))];
}

function isUncovered({ name, keys }: MessageSource): boolean {
  return name !== undefined && keys.size === 0;
}

/** Whether the question means this library by its name, or is a message of it. */
export function isMeant(document: RankedDocument, { query, source }: AskedQuestion): boolean {
  const isNamed = document.isNamed || document.isSpeaker || source.mentioned.has(document.document.key);
  return isNamed || isCalledIn(query, document);
}

function isCalledIn({ words }: ResolvedQuery, { document: { name, packages } }: RankedDocument): boolean {
  const names = new Set([name, ...packages].map((each) => each.toLowerCase()));
  return words.some(({ word }) => names.has(word.toLowerCase()));
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
