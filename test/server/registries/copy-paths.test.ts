import { describe, expect, it } from 'vitest';
import { CopyPaths } from '../../../src-server/registries/copy.ts';

const take = (...paths: readonly (string | Buffer)[]) => {
  const copy = new CopyPaths();
  const taken = paths.flatMap((path) => copy.take(Buffer.from(path as string)) ?? []);
  return { taken, leftOut: copy.leftOut };
};

describe('a path of a repository', () => {
  it.each(['skill.json', '.skills', '.github', 'a b', 'Ünicode.md', 'git', 'x.git', 'aux-1', 'a/console'])(
    '%s is written',
    (path) => expect(take(path)).toEqual({ taken: [path], leftOut: [] }),
  );

  it.each([
    '..',
    '.',
    '',
    'a/../b',
    'a//b',
    'a\0b',
    '.git',
    'a/.GIT',
    '.git ',
    '.git.',
    'git~1',
    'GIT~2/x',
    '.g\u200cit',
    '.git::$INDEX_ALLOCATION',
  ])('%j is an attack', (path) => expect(() => take(path)).toThrow(/Nothing was taken/));

  it.each([
    ['con', 'Windows refuses'],
    ['a/NUL.txt', 'Windows refuses'],
    ['com1', 'Windows refuses'],
    ['a:b', 'Windows refuses'],
    ['a\\b', 'Windows refuses'],
    ['a?', 'Windows refuses'],
    ['end.', 'Windows refuses'],
    ['end /x', 'Windows refuses'],
    ['a\nb', 'Windows refuses'],
    ['x'.repeat(256), 'too long'],
    ['a/'.repeat(600), 'too long'],
    [Buffer.from([0x61, 0xff]), 'not UTF-8'],
  ])('%j is left out, and named', (path, why) => {
    const long = typeof path === 'string' ? path.replace(/\/$/, '/x') : path;
    const { taken, leftOut } = take(long);
    expect([taken, leftOut]).toEqual([[], [expect.stringContaining(why)]]);
  });

  it('is left out where letters’ case and composition make no difference, or where a file is a folder', () => {
    const { taken, leftOut } = take(
      'Stra\u00dfe',
      'STRASSE',
      'e\u0301/a',
      '\u00c9/b',
      'x',
      'x/y',
      'e\u0301/c',
    );
    expect(taken).toEqual(['Stra\u00dfe', 'e\u0301/a', 'x', 'e\u0301/c']);
    expect(leftOut).toHaveLength(3);
  });

  it('is named up to twenty times, then counted', () => {
    const { leftOut } = take(...Array.from({ length: 30 }, (_, number) => `${number}?`));
    expect([leftOut.length, leftOut.at(-1)]).toEqual([21, '10 more were skipped']);
  });
});
