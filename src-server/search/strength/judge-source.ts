import type { MatchedTerm, MatchStrength, QuestionReport } from '../../contract/api/api.ts';
import type { KnownWord } from '../query/asked-words.ts';
import type { ResolvedQuery } from '../query/resolve-query.ts';
import type { RankedDocument } from '../rank/ranked-document.ts';
import type { MessageSource } from '../speakers/name-message-source.ts';
import { isRuntimeMessage } from '../speakers/runtime-messages.ts';
import { withoutNoise } from '../words/message-noise.ts';
import { ORDINARY_WORDS } from '../words/ordinary-words.ts';
import { runsOf } from '../words/text-scanner.ts';
import { weaker } from './match-strength.ts';

export function informativeWords(text: string, words: readonly KnownWord[]): readonly KnownWord[] {
  const runs = new Set(runsOf(withoutNoise(text)));
  return words.filter(({ asked }) => runs.has(asked.word));
}

/** Share of weight, 0 to 1, from words of addresses, paths and numbers. */
export function noiseShare(terms: readonly MatchedTerm[], telling: readonly KnownWord[]): number {
  const kept = new Set(telling.flatMap((word) => [word.asked.term, ...word.terms.map(({ term }) => term)]));
  return terms.reduce((sum, { term, share }) => (kept.has(term) ? sum : sum + share), 0);
}

interface Asked {
  readonly query: ResolvedQuery;
  readonly source: MessageSource;
  readonly words: readonly KnownWord[];
}

export function judgeSource(
  document: RankedDocument,
  asked: Asked,
  judge: () => MatchStrength,
): MatchStrength {
  const { query, source, words } = asked;
  if (document.isNamed) return 'strong';
  const strength = words.some(isInformative) ? judge() : 'weak';
  if (document.isSpeaker) return strength === 'weak' ? 'partial' : strength;
  if (isBare(asked)) return 'weak';
  if (missingWords(document, asked).length > 0) return weaker(strength, 'partial');
  if (!isUncovered(source)) return strength;
  const isMentioned = source.mentioned.has(document.document.key) || isCalledIn(query, document);
  return weaker(strength, source.isCompiler === true || isMentioned ? 'partial' : 'weak');
}

/** A runtime's message without a frame of a library: any program can print it. */
function isBare({ query, source }: Pick<Asked, 'query' | 'source'>): boolean {
  return isRuntimeMessage(query.text) && source.mentioned.size === 0;
}

/** Possible name: no identifier or inflected word. */
const PLAIN_WORD = /^[A-Za-z][a-z]{2,}(?<!ed|ing|ly|less|ness|ful|ous)$/;

/**
 * Informative words in no skill, possibly the subject. Empty if the question names the skill, or an uncovered
 * library.
 */
function missingWords(document: RankedDocument, { query, source, words }: Asked): readonly string[] {
  const isCalled = document.isNamed || document.isSpeaker || isCalledIn(query, document);
  if (isCalled || source.mentioned.has(document.document.key) || isUncovered(source)) return [];
  const missing = words.filter(
    ({ asked, terms, joined }) => terms.length === 0 && joined.length === 0 && isTelling(asked.word),
  );
  return [...new Set(missing.map(({ asked }) => asked.word))];
}

const isTelling = (word: string): boolean => PLAIN_WORD.test(word) && !ORDINARY_WORDS.has(word.toLowerCase());

/** Behind the first, at most partial in another language than the question's. */
export function limitLanguage(
  { document }: RankedDocument,
  place: number,
  languages: ReadonlySet<string>,
  strength: MatchStrength,
): MatchStrength {
  const isOther = place > 0 && languages.size > 0 && !languages.has(document.language);
  return isOther ? weaker(strength, 'partial') : strength;
}

function isUncovered({ name, keys }: MessageSource): boolean {
  return name !== undefined && keys.size === 0;
}

function isCalledIn({ words }: ResolvedQuery, { document: { name, packages } }: RankedDocument): boolean {
  const names = new Set([name, ...packages].map((each) => each.toLowerCase()));
  return words.some(({ word }) => names.has(word.toLowerCase()));
}

export function verdictOf(
  first: RankedDocument | undefined,
  strength: MatchStrength,
  { query, source, words }: Asked,
): Pick<QuestionReport, 'verdict' | 'source' | 'missing'> {
  const { name, keys, isAsked } = source;
  const skills = [...keys].sort();
  const named = name === undefined ? {} : { source: { name, skills, ...(isAsked && { asked: true }) } };
  if (strength === 'strong') return { verdict: 'match', ...named };
  const isAbsent = isUncovered(source) || isBare({ query, source }) || !words.some(isInformative);
  if (strength === 'weak' && isAbsent) return { verdict: 'none', ...named };
  const missing = first === undefined ? [] : missingWords(first, { query, source, words });
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
