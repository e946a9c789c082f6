import { describe, expect, it } from 'vitest';
import { phrasesOf, phraseWords, reasonSentences } from '../../../../src-renderer/views/search/reason.ts';
import type { Sentence } from '../../../../src-renderer/views/search/sentence-pieces.ts';
import { sumRows } from '../../../../src-renderer/views/search/sum-rows.ts';
import type {
  AskedWord,
  FindResult,
  MatchedTerm,
  QuestionReport,
} from '../../../../src-server/contract/api/api.ts';

const SKILLS = 83;

interface Known {
  readonly skills: number;
  /** In heading, text and code of the section; absent where the result hasn't got the word. */
  readonly here?: readonly [heading: number, text: number, code: number];
  readonly elsewhere?: number;
  readonly places?: MatchedTerm['places'];
  readonly near?: string;
  /** Words that are related to it, of which the result has some; the first adds most. */
  readonly related?: readonly string[];
}

/** A result and its question, by the words of the question. */
function answer(words: Readonly<Record<string, Known>>): { result: FindResult; question: QuestionReport } {
  const terms: MatchedTerm[] = [];
  const asked: AskedWord[] = [];
  for (const [word, known] of Object.entries(words)) {
    const { skills, here, elsewhere = 0, near } = known;
    const places = known.places ?? ['text'];
    asked.push({ word, term: word, skills, ...(near !== undefined && { near: [near] }) });
    for (const [i, related] of (known.related ?? []).entries())
      terms.push({
        word,
        term: related,
        weight: 0.3 / (i + 1),
        share: 0.1,
        occurrences: 2,
        skills: 5,
        places: ['text'],
        files: ['safety.md'],
        related: true,
      });
    if (here === undefined) continue;
    const [heading, text, code] = here;
    const occurrences = heading + text + code + elsewhere;
    terms.push({
      word,
      term: near ?? word,
      weight: 1,
      share: 1,
      occurrences,
      skills,
      places,
      files: occurrences > 0 ? ['safety.md'] : [],
      here: { heading, text, code },
      ...(near !== undefined && { replaced: true }),
    });
  }
  const section = {
    file: 'quickstart.md',
    heading: 'Graceful shutdown',
    line_start: 1,
    line_end: 9,
    snippet: '',
    highlights: [],
    excerpts: [],
  };
  return {
    result: { key: 'go/a/gin', score: 100, raw_score: 1, terms, section },
    question: {
      strength: 'strong',
      verdict: 'match',
      skills: SKILLS,
      matching: 9,
      words: asked,
      left_out: [],
    },
  };
}

const plain = (sentence: Sentence): string => sentence.map(({ text }) => text).join('');

function reason(words: Readonly<Record<string, Known>>, rank = 1): string[] {
  const { result, question } = answer(words);
  const query = Object.keys(words).join(' ');
  return reasonSentences(result, { query, question, rank }).map(plain);
}

describe('the reason of a rank, in words', () => {
  const words = {
    shut: { skills: 9, here: [1, 0, 1] },
    down: { skills: 17, here: [1, 0, 1] },
    without: { skills: 75, here: [0, 1, 0] },
    losing: { skills: 9, here: [0, 0, 0], elsewhere: 1 },
    messages: { skills: 40, here: [0, 0, 1], elsewhere: 3 },
  } as const;

  it('says what the section has, what only its code has, what is elsewhere, and what is too common', () => {
    expect(reason(words)).toEqual([
      'Best match for shut down, in Graceful shutdown; messages is there once, in code.',
      'losing is elsewhere in this skill.',
      'without is in 75 of 83 skills and says little.',
    ]);
  });

  it('says which words of the field stand for one that the skill hasn’t got', () => {
    const known = { server: { skills: 9, here: [1, 0, 0] } } as const;
    expect(reason({ ...known, hangs: { skills: 4, related: ['deadlock'] } })).toEqual([
      'Best match for server, in Graceful shutdown.',
      'deadlock stands for hangs, which is not in this skill.',
    ]);
    expect(reason({ ...known, hangs: { skills: 4, related: ['deadlock', 'block', 'stuck'] } })).toContain(
      'deadlock and block stand for hangs, which is not in this skill.',
    );
    expect(reason({ ...known, hangs: { skills: 4, here: [0, 1, 0], related: ['deadlock'] } })).toEqual([
      'Best match for server hangs, in Graceful shutdown.',
    ]);
  });

  it('prints how people write a related word, not what it is looked up as', () => {
    const { result, question } = answer({ login: { skills: 4, related: ['authent'] } });
    const terms = result.terms?.map((term) => ({ ...term, shown: 'authentication' })) ?? [];
    const shown = { ...result, terms };
    expect(reasonSentences(shown, { query: 'login', question, rank: 1 }).map(plain)).toEqual([
      'authentication stands for login, which is not in this skill.',
    ]);
    const [phrase] = phrasesOf(shown, 'login', question);
    expect(plain(phraseWords(phrase as NonNullable<typeof phrase>, question))).toBe(
      'as authentication: 2 times',
    );
    expect(sumRows(shown).rows.map(({ insteadOf }) => insteadOf)).toEqual(['authentication']);
  });

  it('keeps words apart for which others stand, and says so of two of them', () => {
    const words = {
      login: { skills: 4, related: ['auth', 'password'] },
      hangs: { skills: 4, related: ['deadlock'] },
      crashes: { skills: 4, related: ['fault'] },
    } as const;
    const { result, question } = answer(words);
    const phrases = phrasesOf(result, 'login hangs crashes', question);
    expect(phrases.map((phrase) => [phrase.text, plain(phraseWords(phrase, question))])).toEqual([
      ['login', 'as auth: 2 times'],
      ['hangs', 'as deadlock: 2 times'],
      ['crashes', 'as fault: 2 times'],
    ]);
    expect(reason(words)).toEqual([
      'auth and password stand for login, deadlock for hangs; neither is in this skill.',
    ]);
  });

  it('lists a related word where the word itself would stand', () => {
    const { result, question } = answer({ hangs: { skills: 4, related: ['deadlock'] } });
    const [phrase] = phrasesOf(result, 'hangs', question);
    expect(phrase?.place).toBe('related');
    expect(plain(phraseWords(phrase as NonNullable<typeof phrase>, question))).toBe('as deadlock: 2 times');
  });

  it('takes a word in one for its parts', () => {
    const { result, question } = answer({
      shut: { skills: 9, here: [0, 0, 2] },
      down: { skills: 17, here: [0, 0, 2] },
    });
    const joined = { heading: 1, text: 0, code: 0 };
    const terms = result.terms?.map((term) => ({ ...term, joined })) ?? [];
    const sentences = reasonSentences({ ...result, terms }, { query: 'shut down', question, rank: 1 });
    expect(sentences.map(plain)).toEqual(['Best match for shut down, in Graceful shutdown.']);
  });

  it('calls only the first one the best', () => {
    expect(reason(words, 2)[0]).toBe('shut down is in Graceful shutdown; messages is there once, in code.');
  });

  it('names what is nowhere, and what is only in other skills', () => {
    expect(
      reason({
        loop: { skills: 29, here: [0, 2, 0] },
        reconcile: { skills: 0 },
        kubernetes: { skills: 0 },
        shader: { skills: 3 },
      }),
    ).toEqual([
      'Best match for loop, in Graceful shutdown.',
      'shader is not in this skill.',
      'reconcile kubernetes is not in any of the 83 skills.',
    ]);
  });

  it('says which word stands in for one that no skill has', () => {
    expect(reason({ conection: { skills: 0, here: [0, 1, 0], near: 'connect' } })).toEqual([
      'Best match for conection, in Graceful shutdown.',
      'No skill has conection, so connect stands in for it.',
    ]);
  });

  it('tells where common words stand where there are no others', () => {
    expect(reason({ memory: { skills: 74, here: [0, 1, 0] } })).toEqual([
      'Best match for memory, in Graceful shutdown.',
    ]);
  });

  it('tells of the entry where no text has the words', () => {
    const { result, question } = answer({ vision: { skills: 2, here: [0, 0, 0], places: ['name', 'tags'] } });
    const { section: _, ...bare } = result;
    expect(reasonSentences(bare, { query: 'vision', question, rank: 1 }).map(plain)).toEqual([
      'vision is in its name and tags.',
    ]);
  });

  it('is four sentences at most', () => {
    const all = {
      one: { skills: 3, here: [0, 1, 0] },
      two: { skills: 3, here: [0, 0, 0], elsewhere: 1 },
      three: { skills: 3 },
      four: { skills: 0 },
      five: { skills: 80, here: [0, 1, 0] },
    } as const;
    expect(reason(all)).toHaveLength(4);
  });

  it('lists every word with where it stands, side by side words in one', () => {
    const { result, question } = answer(words);
    const phrases = phrasesOf(result, Object.keys(words).join(' '), question);
    expect(phrases.map((phrase) => [phrase.text, plain(phraseWords(phrase, question))])).toEqual([
      ['shut down', 'in this section: heading and code'],
      ['without', 'in this section: text'],
      ['losing', 'elsewhere: safety.md, once'],
      ['messages', 'in this section: code; 3 times elsewhere'],
    ]);
  });
});
