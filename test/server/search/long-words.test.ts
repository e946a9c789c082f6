import { describe, expect, it } from 'vitest';
import { FindIndex } from '../../../src-server/search/find-index.ts';
import { SkillSplitter } from '../../../src-server/search/split-skills.ts';
import { RunTable } from '../../../src-server/search/term-counts.ts';
import { analyzeRun, runsOf, wordsOf } from '../../../src-server/search/word-analysis.ts';

const document = (key: string) => ({
  ...{ key, name: 'one', language: 'go', tags: [], summary: '', symptoms: [], packages: [], trustScore: 0 },
  files: [{ path: 'pitfalls.md' }],
});

/** Words without a blank, as long as a text may be. */
const WORDS: ReadonlyArray<readonly [string, string]> = [
  ['a ligature that normalizes to 18 letters', 'ﷺ'.repeat(250_000)],
  ['ideographs', '漢字'.repeat(125_000)],
  ['letters beyond the basic plane', '𝒜'.repeat(125_000)],
  ['a letter, then marks', `a${'\u0301'.repeat(250_000)}`],
  ['an identifier of many parts', Array.from({ length: 60_000 }, (_, at) => `p${at}`).join('_')],
  ['camel case', 'aB'.repeat(125_000)],
  ['lone surrogates', '\ud800'.repeat(250_000)],
  ['one letter', 'x'.repeat(250_000)],
];

/** A half of a character becomes another one in UTF-8. */
const isWhole = (run: string) => Buffer.from(run).toString() === run;

describe('words of any length', () => {
  it.each(WORDS)('splits a text of %s, and finds the words around it', (_what, word) => {
    const splitter = new SkillSplitter();
    const index = new FindIndex();
    const texts = new Map([['pitfalls.md', `before ${word} behind`]]);
    index.apply(splitter.batch([splitter.split(document('go/a/one'), texts)]), document);
    expect(index.lookUp('befor')?.documents).toBe(1);
    expect(index.lookUp('one')?.documents).toBe(1);
  });

  it.each(WORDS)('makes pieces of bounded length of %s, and loses nothing', (_what, word) => {
    const runs = runsOf(word);
    expect(runs.join('')).toBe(word);
    expect(Math.max(...runs.map((run) => run.length))).toBeLessThanOrEqual(1_025);
    expect(Math.max(...runs.map((run) => analyzeRun(run).length))).toBeLessThanOrEqual(4_096);
  });

  it('never cuts a character in two', () => {
    expect(runsOf('𝒜'.repeat(5_000)).every(isWhole)).toBe(true);
    expect(runsOf(`a${'𝒜'.repeat(5_000)}`).every(isWhole)).toBe(true);
  });

  it('indexes a line of ideographs beyond the first thousand', () => {
    const words = runsOf(`${'漢'.repeat(3_000)}字`).flatMap((run) => wordsOf(run));
    expect(words.at(-1)?.term).toBe('字');
  });

  it('takes a run with more terms than a call takes arguments', () => {
    const table = new RunTable();
    const terms = Array.from({ length: 1_000_000 }, (_, at) => at);
    const run = table.add('run', terms);
    expect(table.endOf(run) - table.startOf(run)).toBe(terms.length);
  });
});
