/** What makes a match sure because no chance brings it about. */

import type { SkillKey } from '../contract/api.ts';
import { plainTitle } from '../contract/skill-format.ts';
import { frequencyOf, skillOf } from './inverted-index.ts';
import { BACKGROUND_DOCUMENTS, distinction, type FoundWord } from './match-measure.ts';
import type { MessageSource } from './message-source.ts';
import type { RankedDocument } from './ranking.ts';
import type { KnownWord, QueryTerm, ResolvedQuery } from './resolve-query.ts';
import type { SearchDocument } from './search-document.ts';
import { FIELD } from './skill-terms.ts';
import { isOfAnyProgram } from './speakers.ts';
import { frequencyIn } from './term-records.ts';
import type { AnsweringEntry } from './weigh-entries.ts';
import { LANGUAGE_RUNTIMES, RUNTIME_NAMES, SQL_WORDS } from './word-lists.ts';

export interface AskedQuestion {
  readonly query: ResolvedQuery;
  readonly source: MessageSource;
  readonly words: readonly KnownWord[];
  /** The number of skills in the index. */
  readonly skills: number;
  /** What occurrences count, as in `FindRanking.frequencies`. */
  readonly frequencies: Float64Array;
  /** Weight of the second result, as a share of the first one's; undefined where there is none. */
  readonly second: number | undefined;
  /** Skills that the question names, by names that no other skill has as a name or tag. */
  readonly called: ReadonlySet<SkillKey>;
}

/** Share of a question's information that makes an entry sure. */
const MOST_OF_IT = 0.5;
/** Share that the entry has of a skill that no other one comes near. */
const PART_OF_IT = 0.3;
/** Share of a short question that an entry has: all but a common word. */
const NEARLY_ALL = 0.8;
/** Information that chance doesn't bring about, in words of a single skill, of questions with and without the skill's subject. */
const RARE = { withSubject: 1, others: 1.25 } as const;
/** Information of words that name the subject of a skill, in words of a single skill. */
const SUBJECT = 0.4;
/** Share that such a skill has, of questions with and without its subject. */
const OF_SKILL = { withSubject: 0.4, others: 0.5 } as const;
/** Share of the first result's weight below which the second one doesn't come near. */
const NEAR = { withSubject: 0.8, others: 0.7 } as const;
/** Share from which the second one is as near, and what both have tells neither. */
const AS_NEAR = 0.9;
/** What a stand-in or a related word counts. */
const RELATED = 0.5;
/** Likeness of code and bad form that chance doesn't bring about. */
const ALIKE = 0.25;
/** Share of a question in a symptom that makes it a quotation. */
export const QUOTED = 2 / 3;

/** Returns whether a match is no chance: by a name of the library, an identifier that the entry has, or a message that the skill quotes. */
export function isCertain(
  document: RankedDocument,
  asked: AskedQuestion,
  entry: AnsweringEntry | undefined,
  shares: QuestionShares,
): boolean {
  const { query } = asked;
  if (hasLettersOf(document, query) || isOfLibrary(document, asked)) return true;
  // Words of a short question stand in some symptom by chance.
  if (document.quoted >= QUOTED && shares.entry >= MOST_OF_IT) return true;
  // Code consists of identifiers: of its language, of its writer, of any library.
  if (query.codeRuns !== undefined) return (entry?.likeness ?? 0) >= ALIKE;
  const identifiers = identifiersIn(query.text);
  // `JavaScript` is written as an identifier is.
  return query.words.some(
    ({ word, surface, term }) =>
      entry?.terms.has(term) === true &&
      identifiers.has(word) &&
      surface === word.toLowerCase() &&
      !query.languageTerms.has(term),
  );
}

/** Returns whether the library printed the message, or the question names it by a name that no other skill has. */
function isOfLibrary(document: RankedDocument, asked: AskedQuestion): boolean {
  const isMentioned = asked.source.mentioned.has(document.document.key);
  return document.isSpeaker || isMentioned || isSurelyCalled(document, asked);
}

/** An identifier such as `QueryRow` or `pool_pre_ping`. */
const IDENTIFIER = /(?<!\w)[A-Za-z](?=\w*?(?:[a-z\d][A-Z]|[a-z\d]_[a-z\d]))\w*/g;
/** Words of SQL in a statement: `an UPDATE without an error` is none. */
const LEAST_OF_STATEMENT = 3;
const OF_RUNTIME = /(?<![\w.:])([A-Za-z_]\w*)(?:(?:::|\.)\w+)+/g;
const ERROR_NAME = /(?:Error|Exception|Warning)$/;

function identifiersIn(text: string): ReadonlySet<string> {
  const runtime = runtimeWords(text);
  const names = text.match(IDENTIFIER) ?? [];
  return new Set(names.filter((name) => !ERROR_NAME.test(name) && !runtime.has(name)));
}

/** Returns `std`, `vector` and `push_back` of `std::vector::push_back`; `parseInt`, `IndexError` and the `SELECT` of a statement. */
function runtimeWords(text: string): ReadonlySet<string> {
  const paths = [...text.matchAll(OF_RUNTIME)].filter(([, root = '']) => LANGUAGE_RUNTIMES.has(root));
  const written = text.match(/\w+/g) ?? [];
  const ofSql = new Set(written.filter((word) => SQL_WORDS.has(word)));
  return new Set([
    ...paths.flatMap(([path]) => path.split(/::|\./)),
    ...written.filter((word) => RUNTIME_NAMES.has(word)),
    ...(ofSql.size < LEAST_OF_STATEMENT ? [] : ofSql),
  ]);
}

/** `3` of `0.3`; longer numbers may be a status or a code. */
const DIGIT = /^\d$/;
const OF_SUBJECT = FIELD.name | FIELD.tags | FIELD.author;

/** What an entry, with name and tags of its skill, has of the information of a question. Words of the language are left out. */
export interface QuestionShares {
  /** The entry's share of the question's information, 0 to 1. */
  readonly entry: number;
  /** The same in informations of a word of a single skill. */
  readonly entryRare: number;
  /** The entry's share if its stand-ins and related words count half. */
  readonly related: number;
  /** The same in informations of a word of a single skill. */
  readonly relatedRare: number;
  /** What stands in name, tags, author or summary of the skill, in informations of a word of a single skill. */
  readonly subjectRare: number;
  /** The share with stand-ins and what the skill says elsewhere, which count less. */
  readonly skill: number;
}

export function sharesOfQuestion(
  found: readonly FoundWord[],
  document: RankedDocument,
  { query, words, skills }: AskedQuestion,
  entry: AnsweringEntry | undefined,
): QuestionShares {
  const isIn = (fields: number, term: QueryTerm) => {
    if (!isAsAsked(term)) return false;
    return (frequencyIn(document.skill, term.number) & fields) !== 0;
  };
  const isHere = (term: QueryTerm) =>
    isIn(OF_SUBJECT, term) || (isAsAsked(term) && entry?.terms.has(term.term) === true);
  const all = skills + BACKGROUND_DOCUMENTS;
  const runtime = runtimeWords(query.text);
  let sum = 0;
  let here = 0;
  let related = 0;
  let ofSubject = 0;
  let anywhere = 0;
  for (const [at, { asked, terms }] of words.entries()) {
    const word = found[at];
    // A skill of the language is no sign of its subject.
    if (word === undefined || word.isOrdinary || query.languageTerms.has(asked.term)) continue;
    if (DIGIT.test(asked.word)) continue;
    const information = distinction(all, word.documents);
    sum += information;
    if (runtime.has(asked.word)) continue;
    if (terms.some(isHere)) here += information;
    else if (terms.some(({ kind, term }) => kind !== 'guessed' && entry?.terms.has(term)))
      related += information * RELATED;
    if (terms.some((term) => isIn(OF_SUBJECT | FIELD.summary, term))) ofSubject += information;
    anywhere += information * word.evidence;
  }
  const rare = distinction(all, 1);
  return {
    entry: here / (sum || 1),
    entryRare: here / rare,
    related: (here + related) / (sum || 1),
    relatedRare: (here + related) / rare,
    subjectRare: ofSubject / rare,
    skill: anywhere / (sum || 1),
  };
}

function isAsAsked({ kind }: QueryTerm): boolean {
  return kind === 'own' || kind === 'corrected';
}

/**
 * Whether words alone make a match sure: the entry has most of the question; or a part of it, the skill most, and no other
 * skill comes near; or nearly all of a short question that is about the skill's subject. Not of code.
 */
export function hasMost(
  { entry, entryRare, related, relatedRare, subjectRare, skill }: QuestionShares,
  { query, second }: AskedQuestion,
): boolean {
  if (query.codeRuns !== undefined || isOfAnyProgram(query.text)) return false;
  if (second !== undefined && second >= AS_NEAR && subjectRare < RARE.withSubject) return false;
  const isAbout = subjectRare >= SUBJECT;
  if (isAbout && entry >= NEARLY_ALL) return true;
  const rare = subjectRare > 0 ? RARE.withSubject : RARE.others;
  if (entry >= MOST_OF_IT && entryRare >= rare) return true;
  const kind = isAbout ? 'withSubject' : 'others';
  if (second === undefined || second >= NEAR[kind]) return false;
  return related >= PART_OF_IT && relatedRare >= rare && skill >= OF_SKILL[kind];
}

/** Returns whether the question names the library, or the subject of its skill, so that less of an answer is enough; false for code. */
export function isOfSubject(
  document: RankedDocument,
  asked: AskedQuestion,
  { entry, subjectRare }: QuestionShares,
): boolean {
  if (asked.query.codeRuns !== undefined) return false;
  if (isOfLibrary(document, asked) && entry >= PART_OF_IT) return true;
  return entry >= NEARLY_ALL && subjectRare >= RARE.withSubject;
}

/** Least letters of a symptom: a shorter one may stand in any message. */
const SHORTEST_QUOTED = 16;

/** Letters of the symptoms of a document, which are made once. */
const knownLetters = new WeakMap<SearchDocument, readonly string[]>();

function lettersOfSymptoms(document: SearchDocument): readonly string[] {
  const known = knownLetters.get(document);
  if (known !== undefined) return known;
  const letters = document.symptoms.map(plainTitle).filter(({ length }) => length >= SHORTEST_QUOTED);
  knownLetters.set(document, letters);
  return letters;
}

/** Returns whether the question has one of the skill's symptoms letter by letter. */
export function hasLettersOf({ document }: RankedDocument, { text }: ResolvedQuery): boolean {
  const symptoms = lettersOfSymptoms(document);
  if (symptoms.length === 0) return false;
  const written = plainTitle(text);
  return symptoms.some((letters) => written.includes(letters));
}

/** `websocket` is the name of one library and the subject of others: of skills that are as near as each other it tells neither. */
function isSurelyCalled(document: RankedDocument, { query, second }: AskedQuestion): boolean {
  const isShared = ({ postings }: QueryTerm) =>
    postings.some(
      (posting) =>
        skillOf(posting) !== document.skill.number &&
        (frequencyOf(posting) & (FIELD.name | FIELD.tags)) !== 0,
    );
  return namesOf(document, query).some(
    (name) =>
      second === undefined ||
      second < AS_NEAR ||
      !query.terms.some((term) => term.word === name && isShared(term)),
  );
}

/** Returns whether the question is about a library that another skill is about. In code, `ws` may be any variable. */
export function isAboutOther(document: RankedDocument, asked: AskedQuestion): boolean {
  const { called } = asked;
  if (asked.query.codeRuns !== undefined) return false;
  return called.size > 0 && !called.has(document.document.key) && !isSurelyCalled(document, asked);
}

/** Returns whether the question means this library by its name, or is a message of it. */
export function isMeant(document: RankedDocument, { query, source }: AskedQuestion): boolean {
  const isNamed = document.isNamed || document.isSpeaker || source.mentioned.has(document.document.key);
  return isNamed || isCalledIn(query, document);
}

export function isCalledIn(query: ResolvedQuery, document: RankedDocument): boolean {
  return namesOf(document, query).length > 0;
}

/** Returns the words of the question that are names of the skill. */
function namesOf({ document: { name, packages } }: RankedDocument, { words }: ResolvedQuery): string[] {
  const names = new Set([name, ...packages].map((each) => each.toLowerCase()));
  return words.flatMap(({ word }) => (names.has(word.toLowerCase()) ? [word] : []));
}
