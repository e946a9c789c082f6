/** Adjusts match strength by the source of a message. */
import type { MatchedTerm, MatchStrength, QuestionReport } from '../../contract/api/api.ts';
import type { MessageSource } from '../speakers/name-message-source.ts';
import { withoutNoise } from '../words/message-noise.ts';
import { ORDINARY_WORDS } from '../words/ordinary-words.ts';
import { runsOf } from '../words/text-scanner.ts';
import type { KnownWord } from './asked-words.ts';
import { weaker } from './match-strength.ts';
import type { RankedDocument } from './ranked-document.ts';
import type { ResolvedQuery } from './resolve-query.ts';

/** Words outside addresses, paths and numbers: the subject of a question. */
export function tellingWords(text: string, words: readonly KnownWord[]): readonly KnownWord[] {
  const runs = new Set(runsOf(withoutNoise(text)));
  return words.filter(({ asked }) => runs.has(asked.word));
}

/** Share of a result's weight, 0 to 1, that words of addresses, paths and numbers gave. */
export function noiseShare(terms: readonly MatchedTerm[], telling: readonly KnownWord[]): number {
  const kept = new Set(telling.flatMap((word) => [word.asked.term, ...word.terms.map(({ term }) => term)]));
  return terms.reduce((sum, { term, share }) => (kept.has(term) ? sum : sum + share), 0);
}

/**
 * @param words that tell the subject
 * @param judge strength by these words
 */
export function judgeSource(
  document: RankedDocument,
  query: ResolvedQuery,
  source: MessageSource,
  words: readonly KnownWord[],
  judge: () => MatchStrength,
): MatchStrength {
  if (document.isNamed) return 'strong';
  const strength = words.some(isInformative) ? judge() : 'weak';
  if (document.isSpeaker) return strength === 'weak' ? 'partial' : strength;
  if (!isUncovered(source)) return strength;
  const isMentioned = source.mentioned.has(document.document.key) || isCalledIn(query, document);
  return weaker(strength, source.isCompiler === true || isMentioned ? 'partial' : 'weak');
}

function isUncovered({ name, keys }: MessageSource): boolean {
  return name !== undefined && keys.size === 0;
}

function isCalledIn({ words }: ResolvedQuery, { document: { name, packages } }: RankedDocument): boolean {
  const names = new Set([name, ...packages].map((each) => each.toLowerCase()));
  return words.some(({ word }) => names.has(word.toLowerCase()));
}

export function verdictOf(
  strength: MatchStrength,
  source: MessageSource,
  words: readonly KnownWord[],
): Pick<QuestionReport, 'verdict' | 'source'> {
  const { name, keys, isAsked } = source;
  const skills = [...keys].sort();
  const named = name === undefined ? {} : { source: { name, skills, ...(isAsked && { asked: true }) } };
  if (strength !== 'weak') return { verdict: 'match', ...named };
  const isAbsent = isUncovered(source) || !words.some(isInformative);
  return { verdict: isAbsent ? 'none' : 'unsure', ...named };
}

function isInformative({ asked, terms }: KnownWord): boolean {
  const isKnown = asked.skills > 0 || terms.some(({ kind }) => kind === 'corrected');
  return isKnown && !ORDINARY_WORDS.has(asked.word.toLowerCase());
}
