import { describe, expect, it } from 'vitest';
import { namedLanguages, verbPlaces } from '../../../src-server/search/query.ts';
import { runsOf, wordsOf } from '../../../src-server/search/word-analysis.ts';

const namesIn = (query: string): Map<string, string> => {
  const runs = runsOf(query);
  const wordsByRun = runs.map((run) => wordsOf(run));
  return namedLanguages(runs, verbPlaces(runs), wordsByRun);
};
const named = (query: string): string[] => [...new Set(namesIn(query).values())];

describe('namedLanguages', () => {
  it.each([
    ['http client in C++', ['cpp']],
    ['go redis client', ['go']],
    ['logs for a Go service', ['go']],
    ['golang router', ['go']],
    ['call python from rust', ['python', 'rust']],
    ['javascript bundler', ['js']],
    ['download a file from a plain C program', ['cpp']],
    ['an embedded database in c', ['cpp']],
    ['my goroutines leak', ['go']],
    ['an asyncio script', ['python']],
    ['does the redis client reconnect in go', ['go']],
    ['what does Go do with a nil map', ['go']],
    ['redis client go', ['go']],
    ['how should I close a connection pool in production go', ['go']],
    ['does the connection pool support go', ['go']],
    ['must close connection pool go', ['go']],
    ['should I use go or rust', ['go', 'rust']],
    ['where do I close the pool in a go service', ['go']],
    ['single go binary', ['go']],
  ])('finds those of "%s"', (query, expected) => {
    expect(named(query)).toEqual(expected);
  });

  it.each([
    'what can go wrong',
    'where does it go',
    'goes to sleep',
    'go through a list',
    'read it in one go',
    'a thousand inserts in one go with a small database',
    'where did my log lines go',
    'Where does the exception go when a task fails?',
    'memory will only go up',
  ])('takes go for a verb in "%s"', (query) => {
    expect(named(query)).toEqual([]);
  });

  it.each([
    ['a C library to read barcodes', ['c']],
    ['cargo and pip', ['cargo', 'pip']],
    ['a crate for C++', ['crate', 'cpp']],
    ['python asyncio loop', ['python', 'asyncio']],
  ])('tells which terms of "%s" name one', (query, expected) => {
    expect([...namesIn(query).keys()]).toEqual(expected);
  });

  it('takes other letters, and another C, for none', () => {
    expect(named('c must be closed')).toEqual([]);
    expect(named('Objective-C')).toEqual([]);
    expect(named('in C#')).toEqual([]);
    expect(named('C# and F#')).toEqual([]);
    expect(named('option R')).toEqual([]);
  });
});
