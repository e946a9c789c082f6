/** Reasons in words, from index data only. */
import type {
  AskedWord,
  FindResult,
  MatchedTerm,
  QuestionReport,
} from '../../../src-server/contract/api/api.ts';
import { formatCount, listWords } from '../../text/format.ts';
import { plainHeading } from '../../text/plain-heading.ts';
import { COMMON, listed, type ReasonPiece, type Sentence, text } from './sentence-pieces.ts';
import { whereWords } from './sum-rows.ts';

export type WordPlace =
  /** Shown section: heading or text; only code; only the skill's entry. */
  | 'section'
  | 'code'
  | 'entry'
  /** Elsewhere in the skill's texts. */
  | 'elsewhere'
  /** Absent, but a related word is in the skill. */
  | 'related'
  /** In other skills only; in no skill. */
  | 'absent'
  | 'nowhere';

/** Adjacent words of the query with the same location in the result. */
export interface Phrase {
  readonly text: string;
  readonly place: WordPlace;
  readonly words: readonly PlacedWord[];
  /** In too many skills to say much. */
  readonly isCommon: boolean;
}

interface PlacedWord {
  readonly asked: AskedWord;
  readonly term: MatchedTerm | undefined;
  /** Without `term`: related matches, heaviest first. */
  readonly related: readonly MatchedTerm[];
}

/** With fewer skills, shares say nothing. */
const FEW_SKILLS = 4;
/** Limits of related words per query word, and of query words. */
const MOST_RELATED = 2;
const MOST_CLAUSES = 2;

/** Splits the query into phrases, in order. Adjacent words with equal locations share a phrase. */
export function phrasesOf(result: FindResult, query: string, question: QuestionReport): readonly Phrase[] {
  const phrases: Phrase[] = [];
  for (const asked of wholeWords(question.words)) {
    const term = bestTerm(result, asked);
    const related = term === undefined ? relatedTerms(result, asked) : [];
    const place = related.length > 0 ? 'related' : placeOf(asked, term, result.section !== undefined);
    const isCommon = question.skills >= FEW_SKILLS && asked.skills > COMMON * question.skills;
    const last = phrases.at(-1);
    // Each word has different related words.
    const isApart = last === undefined || place === 'related';
    const text = isApart ? undefined : sideBySide(query, last.text, asked.word);
    if (last !== undefined && text !== undefined && last.place === place && last.isCommon === isCommon)
      phrases[phrases.length - 1] = { ...last, text, words: [...last.words, { asked, term, related }] };
    else phrases.push({ text: asked.word, place, isCommon, words: [{ asked, term, related }] });
  }
  return phrases;
}

/** Prefers an identifier (listed first) to the parts, unless no skill has the identifier. */
function wholeWords(words: readonly AskedWord[]): readonly AskedWord[] {
  const byWord = new Map<string, AskedWord>();
  for (const asked of words) {
    const before = byWord.get(asked.word);
    if (before === undefined || (before.skills === 0 && asked.skills > 0)) byWord.set(asked.word, asked);
  }
  return [...byWord.values()];
}

/** Prefers the word's term to a stand-in, then terms in the section. */
function bestTerm({ terms = [] }: FindResult, asked: AskedWord): MatchedTerm | undefined {
  return terms
    .filter(({ term, word }) => term === asked.term || (word === asked.word && asked.skills === 0))
    .sort(
      (a, b) => Number(b.term === asked.term) - Number(a.term === asked.term) || countHere(b) - countHere(a),
    )[0];
}

/** Matches of related words, heaviest first. */
function relatedTerms({ terms = [] }: FindResult, asked: AskedWord): readonly MatchedTerm[] {
  return terms
    .filter(({ related, word }) => related === true && word === asked.word)
    .sort((a, b) => b.weight - a.weight);
}

const NONE = { heading: 0, text: 0, code: 0 };

/** Counts in the section, including words joined with a neighbour. */
function inSectionOf({ here = NONE, joined = NONE }: MatchedTerm) {
  return {
    heading: here.heading + joined.heading,
    text: here.text + joined.text,
    code: here.code + joined.code,
  };
}

/** Excludes joined words. */
const countHere = ({ here = NONE }: MatchedTerm): number => here.heading + here.text + here.code;

function placeOf(asked: AskedWord, term: MatchedTerm | undefined, hasSection: boolean): WordPlace {
  if (term === undefined) return asked.skills === 0 ? 'nowhere' : 'absent';
  const here = inSectionOf(term);
  if (here.heading + here.text > 0) return 'section';
  if (here.code > 0) return 'code';
  if (term.places.some((place) => place !== 'text' && place !== 'heading')) return 'entry';
  return hasSection || term.occurrences > 0 ? 'elsewhere' : 'entry';
}

/** Joins two words if adjacent in the query. */
function sideBySide(query: string, first: string, second: string): string | undefined {
  const joined = `${first} ${second}`;
  return ` ${query.replace(/\s+/g, ' ')} `.includes(` ${joined} `) ? joined : undefined;
}

/** Returns up to four sentences. `rank` counts from 1. */
export function reasonSentences(
  result: FindResult,
  {
    query,
    question,
    rank,
  }: { readonly query: string; readonly question: QuestionReport; readonly rank: number },
): readonly Sentence[] {
  const phrases = phrasesOf(result, query, question);
  const telling = phrases.filter(({ isCommon }) => !isCommon);
  // If only common words were found, explains the common words.
  const told = telling.some(isFound) ? telling : phrases;
  return [
    leadSentence(result, told, rank),
    placeSentence(told, 'elsewhere', 'elsewhere in this skill'),
    relatedSentence(told),
    placeSentence(told, 'absent', 'not in this skill'),
    nowhereSentence(phrases, question),
    told === phrases ? undefined : commonSentence(phrases, question),
  ]
    .filter((sentence) => sentence !== undefined)
    .slice(0, 4);
}

const isFound = ({ place }: Phrase): boolean => place !== 'nowhere' && place !== 'absent';
const word = (words: string): ReasonPiece => ({ kind: 'word', text: words });

/** Without a section, names words in the entry. */
function leadSentence(
  { section }: FindResult,
  phrases: readonly Phrase[],
  rank: number,
): Sentence | undefined {
  const inSection = phrases.filter(({ place }) => place === 'section');
  const inCode = phrases.filter(({ place }) => place === 'code');
  const inEntry = phrases.filter(({ place }) => place === 'entry');
  const heading = section === undefined ? undefined : sectionName(section);
  const code = inCode.length > 0 ? [...named(inCode), text(`${is(inCode)} there ${codeTimes(inCode)}`)] : [];
  const entry =
    inEntry.length > 0 ? [...named(inEntry), text(`${is(inEntry)} in its ${entryFields(inEntry)}`)] : [];
  if (heading !== undefined && inSection.length > 0) {
    const lead =
      rank === 1
        ? [text('Best match for '), ...named(inSection), text(', in ')]
        : [...named(inSection), text(`${is(inSection)} in `)];
    return [...lead, heading, ...behind(code), ...behind(entry), text('.')];
  }
  if (heading !== undefined && inCode.length > 0) {
    return [...named(inCode), text(`${is(inCode)} in the code of `), heading, ...behind(entry), text('.')];
  }
  return entry.length > 0 ? [...entry, text('.')] : undefined;
}

function sectionName({ heading, file }: NonNullable<FindResult['section']>): ReasonPiece {
  return heading === null ? { kind: 'file', text: file } : { kind: 'heading', text: plainHeading(heading) };
}

const behind = (part: Sentence): Sentence => (part.length > 0 ? [text('; '), ...part] : []);

const named = (phrases: readonly Phrase[]): Sentence => listed(phrases.map((phrase) => phrase.text));

const is = (phrases: readonly Phrase[]): string => (phrases.length === 1 ? ' is' : ' are');

function codeTimes(phrases: readonly Phrase[]): string {
  const words = phrases.flatMap((phrase) => phrase.words);
  const once = words.length === 1 && words[0]?.term?.here?.code === 1;
  return once ? 'once, in code' : 'in code';
}

function entryFields(phrases: readonly Phrase[]): string {
  const places = phrases.flatMap((phrase) => phrase.words.flatMap(({ term }) => term?.places ?? []));
  const fields = new Set(places.filter((place) => place !== 'text' && place !== 'heading'));
  return listWords([...fields]);
}

function placeSentence(phrases: readonly Phrase[], place: WordPlace, where: string): Sentence | undefined {
  const those = phrases.filter((phrase) => phrase.place === place);
  return those.length === 0 ? undefined : [...named(those), text(`${is(those)} ${where}.`)];
}

const writtenOf = ({ term, shown = term }: MatchedTerm): string => shown;

function relatedSentence(phrases: readonly Phrase[]): Sentence | undefined {
  const words = phrases.flatMap((phrase) => phrase.words.filter(({ related }) => related.length > 0));
  const clauses = words.slice(0, MOST_CLAUSES).map(({ asked, related }, i): Sentence => {
    const shown = related.slice(0, MOST_RELATED).map(writtenOf);
    const stand = shown.length === 1 ? ' stands for ' : ' stand for ';
    return [
      ...(i > 0 ? [text(', ')] : []),
      ...listed(shown),
      text(i > 0 ? ' for ' : stand),
      word(asked.word),
    ];
  });
  if (clauses.length === 0) return undefined;
  const end = clauses.length === 1 ? ', which is not in this skill.' : '; neither is in this skill.';
  return [...clauses.flat(), text(end)];
}

function nowhereSentence(phrases: readonly Phrase[], { skills }: QuestionReport): Sentence | undefined {
  const standIns = phrases.flatMap(({ words }) => words).filter(({ term }) => term?.replaced === true);
  const nowhere = phrases.filter(({ place }) => place === 'nowhere');
  const of = skills === 1 ? 'this skill' : `any of the ${formatCount(skills)} skills`;
  const first = standIns[0];
  if (first?.term !== undefined) {
    return [
      text('No skill has '),
      word(first.asked.word),
      text(', so '),
      word(writtenOf(first.term)),
      text(' stands in for it.'),
    ];
  }
  return nowhere.length === 0 ? undefined : [...named(nowhere), text(`${is(nowhere)} not in ${of}.`)];
}

function commonSentence(phrases: readonly Phrase[], { skills }: QuestionReport): Sentence | undefined {
  const common = phrases.filter(({ isCommon }) => isCommon);
  const [first] = common;
  const only = first?.words[0];
  if (first === undefined || only === undefined) return undefined;
  if (common.length === 1 && first.words.length === 1) {
    const count = `${formatCount(only.asked.skills)} of ${formatCount(skills)} skills`;
    return [word(first.text), text(` is in ${count} and says little.`)];
  }
  return [...named(common), text(' are in most skills and say little.')];
}

/** For the word list: `in this section: heading and code`. */
export function phraseWords(phrase: Phrase, question: QuestionReport): Sentence {
  const [first] = phrase.words;
  const { term, asked, related = [] } = first ?? {};
  const [standing] = related;
  if (standing !== undefined)
    return [text('as '), word(writtenOf(standing)), text(`: ${whereWords(standing)}`)];
  if (term === undefined) {
    const all = formatCount(question.skills);
    const others =
      asked === undefined || asked.skills === 0
        ? 'nowhere in this registry'
        : `not here; in ${formatCount(asked.skills)} of ${all} skills`;
    return [text(others)];
  }
  const here = inSectionOf(term);
  const places = [here.heading > 0 && 'heading', here.text > 0 && 'text', here.code > 0 && 'code'].filter(
    (place) => place !== false,
  );
  const elsewhere = term.occurrences - countHere(term);
  const rest = elsewhere > 0 && phrase.words.length === 1 ? `; ${times(elsewhere)} elsewhere` : '';
  if (places.length > 0) return [text(`in this section: ${listWords(places)}${rest}`)];
  const [file] = term.files;
  if (phrase.place === 'entry' || file === undefined) return [text(whereWords(term))];
  return [text('elsewhere: '), { kind: 'file', text: file }, text(`, ${times(term.occurrences)}`)];
}

function times(count: number): string {
  return count === 1 ? 'once' : `${formatCount(count)} times`;
}
