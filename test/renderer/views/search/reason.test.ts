import { describe, expect, it } from 'vitest';
import { missingWords, reasonSentence } from '../../../../src-renderer/views/search/reason.ts';
import type { Sentence } from '../../../../src-renderer/views/search/sentence-pieces.ts';
import type { FindResult, MatchedTerm, QuestionReport } from '../../../../src-server/contract/api/api.ts';

const SECTION = {
  ...{ file: 'quickstart.md', heading: 'Graceful shutdown', line_start: 1, line_end: 9 },
  ...{ snippet: '', highlights: [], excerpts: [] },
};

function term(word: string, more: Partial<MatchedTerm> = {}): MatchedTerm {
  return {
    word,
    term: word,
    weight: 1,
    share: 1,
    occurrences: 1,
    skills: 9,
    places: ['text'],
    files: [],
    ...more,
  };
}

const here = true;

function result(terms: readonly MatchedTerm[], section: FindResult['section'] = SECTION): FindResult {
  return { key: 'go/a/gin', score: 100, raw_score: 1, terms, ...(section && { section }) };
}

const plain = (sentence: Sentence): string => sentence.map(({ text }) => text).join('');
const reason = (found: FindResult, query: string, rank = 1) => plain(reasonSentence(found, { query, rank }));

describe('the reason of a rank', () => {
  const found = result([
    term('losing'),
    term('messages', { here }),
    term('down', { here }),
    term('shut', { here }),
  ]);

  it('names the words in the section, neighbours together, and calls only the first result the best', () => {
    const query = 'shut down without losing messages';
    expect(reason(found, query)).toBe('Best match for shut down and messages, in Graceful shutdown.');
    expect(reason(found, query, 2)).toBe('shut down and messages are in Graceful shutdown.');
  });

  it('names the fields of the entry, or says elsewhere, if the section has no word', () => {
    const { section: _, ...bare } = result([term('vision', { places: ['name', 'tags'] })]);
    expect(reason(bare, 'vision')).toBe('vision is in its name and tags.');
    expect(reason(result([term('losing')]), 'losing')).toBe('losing is elsewhere in this skill.');
  });

  it('lists the words that the skill lacks', () => {
    const words = ['shut', 'shader', 'shader'].map((word) => ({ word, term: word, skills: 3 }));
    const question = { words } as Partial<QuestionReport> as QuestionReport;
    expect(missingWords(found, question)).toEqual(['shader']);
  });
});
