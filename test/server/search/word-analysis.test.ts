import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import {
  analyzeRun,
  foldText,
  rememberWords,
  runsOf,
  termOf,
  wantedTerms,
  wordsOf,
} from '../../../src-server/search/word-analysis.ts';

const surfaces = (run: string): string[] => wordsOf(run).map(({ surface }) => surface);

describe('wordsOf', () => {
  it.each([
    ['queue', ['queue']],
    ['persistentFlags', ['persistentflags', 'persistent', 'flags']],
    ['HTTPServer', ['httpserver', 'http', 'server']],
    ['SDL_CreateWindow', ['sdl_createwindow', 'sdl', 'createwindow', 'create', 'window']],
    ['flat_hash_map', ['flat_hash_map', 'flat', 'hash', 'map']],
    ['Catch2', ['catch2', 'catch']],
    ['URLs', ['urls']],
    ['__init__', ['init']],
    ['x_1', ['x_1']],
    ['404', ['404']],
  ])('reads %s whole and in parts', (run, expected) => {
    expect(surfaces(run)).toEqual(expected);
  });

  it('drops accents, and what a typographic apostrophe adds', () => {
    expect(surfaces('naïve')).toEqual(['naive']);
    expect(surfaces('user’s')).toEqual(['user']);
  });

  it('takes each character of a script without spaces as a word', () => {
    expect(surfaces('锁文件')).toEqual(['锁', '文', '件']);
  });

  it('leaves out hashes and encoded data', () => {
    expect(surfaces('a'.repeat(65))).toEqual([]);
  });
});

describe('termOf', () => {
  it('gives inflected forms one term', () => {
    expect(new Set(['connection', 'connections', 'connected', 'connecting'].map(termOf)).size).toBe(1);
  });

  it.each([
    ['c++', 'cpp'],
    ['golang', 'go'],
    ['javascript', 'js'],
  ])('knows %s by the name that tags use', (name, expected) => {
    expect(termOf(name)).toBe(expected);
  });
});

describe('analyzeRun', () => {
  it('leaves out stop words but keeps go, never and not', () => {
    expect(
      ['the', 'how', 'go', 'never', 'not'].flatMap((run) => analyzeRun(run)).map(({ term }) => term),
    ).toEqual(['go', 'never', 'not']);
  });
});

describe('foldText', () => {
  it('is the same for every case and accent', () => {
    expect(foldText('Ängström')).toBe('angstrom');
  });
});

describe('remembered words', () => {
  it('are what they are without being remembered, also long ones', () => {
    const toWord = rememberWords();
    for (const surface of ['closing', 'closing', 'x'.repeat(65), 'x'.repeat(65)])
      expect(toWord(surface)).toEqual({ surface, term: termOf(surface) });
  });

  it('keep nothing of the texts that they were cut from', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const toWord = rememberWords();
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < 300; i += 1) {
      const text = `${'x '.repeat(100_000)}abcdefghijklm${String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26))}`;
      toWord(text.slice(200_000));
    }
    collect();
    // The texts are 60 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
    toWord('used');
  });
});

describe('the terms that a question wants', () => {
  const words = readFileSync('assets/sample-registry/skills/python/psf/requests/pitfalls.md', 'utf8');
  const more = 'golang javascript cxx c++ lying dying tying SDL_CreateWindow naïve Über 数据库 x C';

  it('are found in every run that has one, though most runs are passed over by two letters', () => {
    const runs = runsOf(`${words} ${more}`);
    for (const all of [runs, runs.filter((_, at) => at % 7 === 0), ['JavaScript'], ['die'], ['c++']]) {
      const wanted = new Set(all.flatMap((run) => analyzeRun(run).map(({ term }) => term)));
      const termsAt = wantedTerms(wanted);
      for (const run of runs) {
        const terms = analyzeRun(run).flatMap(({ term }) => (wanted.has(term) ? [term] : []));
        expect([run, termsAt(` ${run} `, 1, run.length + 1)]).toEqual([run, terms]);
      }
    }
  });
});
