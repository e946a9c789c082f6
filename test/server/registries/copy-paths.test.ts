import { describe, expect, it } from 'vitest';
import { checkFolder, foldedName, nameFault } from '../../../src-server/registries/copy-paths.ts';

const faultOf = (name: string | Buffer) => nameFault(Buffer.from(name as string));

describe('a name of a repository', () => {
  it.each(['skill.json', '.skills', '.github', 'a b', 'Ünicode.md', 'git', 'x.git', 'aux-1', 'console'])(
    '%s is written',
    (name) => expect(faultOf(name)).toBeUndefined(),
  );

  it.each([
    '..',
    '.',
    '',
    'a/b',
    'a\0b',
    '.git',
    '.GIT',
    '.git ',
    '.git.',
    'git~1',
    'GIT~2',
    '.g\u200cit',
    '.git::$INDEX_ALLOCATION',
  ])('%j is an attack', (name) => expect(faultOf(name)).toMatchObject({ hostile: true }));

  it.each(['con', 'NUL.txt', 'com1', 'a:b', 'a\\b', 'a?', 'end.', 'end ', 'a\nb', 'x'.repeat(256)])(
    '%j is skipped, since not every system takes it',
    (name) => expect(faultOf(name)).toMatchObject({ hostile: false }),
  );

  it('that is not UTF-8 is skipped', () => {
    expect(faultOf(Buffer.from([0x61, 0xff]))).toEqual({
      hostile: false,
      why: 'has a name that is not UTF-8',
    });
  });

  it('is the same as another where letters’ case and composition make no difference', () => {
    expect(foldedName('Stra\u00dfe')).toBe(foldedName('STRASSE'));
    expect(foldedName('e\u0301')).toBe(foldedName('\u00c9'));
  });
});

it('a folder of a repository stays inside of it', () => {
  expect(checkFolder('/a/./b//')).toBe('a/b');
  for (const folder of ['..', 'a/../..', 'a\\b', '.git/hooks'])
    expect(() => checkFolder(folder)).toThrow(/inside/);
});
