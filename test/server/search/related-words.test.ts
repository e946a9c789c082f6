import { describe, expect, it } from 'vitest';
import { relatedTerms, writtenWord } from '../../../src-server/search/resolve-query.ts';
import { termOf } from '../../../src-server/search/word-analysis.ts';
import { STOP_WORDS } from '../../../src-server/search/word-lists.ts';

const related = (word: string): readonly string[] => relatedTerms(termOf(word));

describe('related words', () => {
  it('are what the field says for the same, in any form of the word', () => {
    for (const word of ['freezes', 'freeze', 'freezing']) expect(related(word)).toContain(termOf('hang'));
    expect(related('folders')).toContain(termOf('directory'));
  });

  it('are known as people write them', () => {
    expect([...related('login')].map(writtenWord)).toEqual([
      'auth',
      'authentication',
      'credential',
      'signin',
      'password',
    ]);
    expect(writtenWord('kubernet')).toBeUndefined();
  });

  it('work both ways', () => {
    for (const term of related('crash')) expect(related(term)).toContain(termOf('crash'));
  });

  it('are none for most words, and never the word itself', () => {
    expect(related('kubernetes')).toEqual([]);
    expect(related('constructor')).toEqual([]);
    expect(related('thread')).not.toContain(termOf('thread'));
  });

  it('are none that are left out of questions', () => {
    expect(related('fetch').filter((term) => STOP_WORDS.has(term))).toEqual([]);
  });
});
