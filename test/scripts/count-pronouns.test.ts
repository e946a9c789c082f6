import { describe, expect, it } from 'vitest';
import { countPronouns, pronounHint, textOfDocComments } from '../../scripts/count-pronouns.mjs';

describe('the share of pronouns', () => {
  it('counts the words of doc comments only', () => {
    const source = '/** Reads the file. */\nconst it = 1; // what it is\n/**\n * Those\n * that remain.\n */';
    expect(countPronouns(textOfDocComments(source))).toEqual({ words: 6, pronouns: 2 });
  });

  it('leaves out code, addresses and targets of links', () => {
    const text = '`one` of [two](which.md) https://that.example/it\n```\nthose\n```\nend';
    expect(countPronouns(text)).toEqual({ words: 3, pronouns: 0 });
  });

  it('counts a pronoun in any case and with an apostrophe', () => {
    expect(countPronouns('It’s THIS, whose it is')).toEqual({ words: 5, pronouns: 4 });
  });

  it('names the files with the largest share, and no file with a handful of words', () => {
    const files = [
      { path: 'a.ts', words: 200, pronouns: 10 },
      { path: 'b.ts', words: 200, pronouns: 20 },
      { path: 'tiny.ts', words: 2, pronouns: 2 },
    ];
    expect(pronounHint('docs', files)).toBe(
      'Pronouns in docs: 8.0 % of 402 words. The largest shares:\n  10.0 % b.ts\n  5.0 % a.ts',
    );
  });
});
