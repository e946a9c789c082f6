import type { AskedWord, QuestionReport } from '../../../src-server/contract/api/api.ts';
import { verdictSentence } from '../../../src-server/contract/words/verdict-sentence.ts';
import { formatCount, listWords, plural } from '../../text/format.ts';
import { COMMON, listed, type Sentence, text } from './sentence-pieces.ts';

export interface NoAnswerWords {
  readonly title: string;
  readonly sentences: readonly Sentence[];
}

/** By missing and remaining words. */
export function noAnswerWords(question: QuestionReport): NoAnswerWords {
  const { words, skills, matching } = question;
  // The sentences below name the missing words.
  const title = verdictSentence({ ...question, missing: [] }) ?? '';
  const distinct = [...new Map(words.map((asked) => [asked.word, asked])).values()];
  const missing = distinct.filter((asked) => asked.skills === 0);
  const left = distinct.filter((asked) => asked.skills > 0);
  if (missing.length > 0)
    return {
      title,
      sentences: [missingSentence(missing, skills), ...leftSentences(left, missing, matching)],
    };
  const isCommon = left.every((asked) => asked.skills > COMMON * skills);
  return {
    title,
    sentences: [
      [
        text(
          isCommon
            ? 'These words are common. Closest matches above.'
            : 'No section has these words together.',
        ),
      ],
      [
        ...named(left),
        text(`${left.length === 1 ? ' is' : ' are'} in ${counts(left)} of the ${plural(skills, 'skill')}.`),
      ],
      [
        text(
          'One more word about the problem tells them apart: a function, an error message, what goes wrong.',
        ),
      ],
    ],
  };
}

const named = (words: readonly AskedWord[], kind: 'word' | 'missing' = 'word'): Sentence =>
  listed(
    words.map(({ word }) => word),
    kind,
  );

const counts = (words: readonly AskedWord[]): string =>
  listWords(words.map((asked) => formatCount(asked.skills)));

function missingSentence(missing: readonly AskedWord[], skills: number): Sentence {
  const where =
    skills === 1 ? 'not in the one skill that is here' : `in none of the ${formatCount(skills)} skills`;
  return [...named(missing, 'missing'), text(`${missing.length === 1 ? ' is' : ' are'} ${where}.`)];
}

function leftSentences(
  left: readonly AskedWord[],
  missing: readonly AskedWord[],
  matching: number,
): readonly Sentence[] {
  const near = [...new Set(missing.flatMap((asked) => asked.near ?? []))];
  if (left.length > 0) {
    return [[text('What is left, '), ...named(left), text(`, is in ${counts(left)} of them.`)]];
  }
  if (near.length === 0 || matching === 0) return [];
  return [[text(`The nearest have words that look alike: ${listWords(near)}.`)]];
}
