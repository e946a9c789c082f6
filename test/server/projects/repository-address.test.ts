import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRepositoryAddress } from '../../../src-server/projects/package-address.ts';

const repoOf = (address: unknown) => {
  const found = parseRepositoryAddress(address);
  return found?.path;
};

describe('parseRepositoryAddress', () => {
  it.each([
    ['https://github.com/a/b', 'a/b'],
    ['https://www.github.com/a/b/', 'a/b'],
    ['github.com/a/b', 'a/b'],
    ['https://user:secret@host.example:8443/a/b.git#readme', 'a/b'],
    ['git+https://github.com/a/b.git', 'a/b'],
    ['git+ssh://git@github.com/a/b.git', 'a/b'],
    ['ssh://git@github.com:22/a/b.git', 'a/b'],
    ['git://github.com/a/b.js.git', 'a/b.js'],
    ['git@gitlab.com:a/b.git', 'a/b'],
    ['host.example:a/b', 'a/b'],
    ['https://github.com/a/b/tree/main/c', 'a/b'],
    ['https://github.com/a/b/issues', 'a/b'],
  ])('reads %s as %s', (address, repo) => {
    expect(repoOf(address)).toBe(repo);
  });

  it.each([
    ['https://gitlab.com/group/sub/subsub/project', 'group/sub/subsub/project'],
    ['git@gitlab.com:group/sub/project.git', 'group/sub/project'],
    ['https://gitlab.gnome.org/GNOME/deep/lib/-/tree/main/src', 'GNOME/deep/lib'],
    ['https://git.example.org/group/sub/project.git/tree/x', 'group/sub/project'],
    ['https://gitlab.com/group/sub/src', 'group/sub/src'],
    ['https://gitlab.com/group/src', 'group/src'],
  ])('keeps all groups of %s', (address, repo) => {
    expect(repoOf(address)).toBe(repo);
  });

  it.each([
    ['https://dev.azure.com/org/project/_git/repo', 'org/project/repo'],
    ['https://dev.azure.com/org/project/_git/repo/commits', 'org/project/repo'],
    ['git@ssh.dev.azure.com:v3/org/project/repo', 'org/project/repo'],
    ['https://bitbucket.example/scm/team/repo.git', 'team/repo'],
    ['https://git.sr.ht/~user/repo', 'user/repo'],
    ['https://codeberg.org/a/b/src/branch/main', 'a/b'],
  ])('knows the ways of other hosts: %s', (address, repo) => {
    expect(repoOf(address)).toBe(repo);
  });

  it.each([
    'https://example.org',
    'https://example.org/docs',
    'file:///etc/passwd',
    '/srv/git/a/b.git',
    '../a/b',
    'C:/work/a/b',
    'C:\\work\\a\\b',
    'javascript:alert(1)',
    'https://github.com/../../etc',
    'https://github.com/a/.git',
    'https://github.com/a/%2e%2e',
    'https://github.com/a/b.',
    'https://gitlab.com/a/b+c',
    'https://github.com/a/b\u0000',
    'https://github.com/a /b',
    `https://github.com/${'a'.repeat(101)}/b`,
    `https://github.com/a/b?${'x'.repeat(3_000)}`,
    '',
    7,
    null,
    { url: 'https://github.com/a/b' },
  ])('says nothing about %j', (address) => {
    expect(parseRepositoryAddress(address)).toBeUndefined();
  });

  it('never throws, and each part of what it says can be a folder', () => {
    const pieces = fc.constantFrom(
      'https://',
      'git@',
      'github.com',
      'gitlab.com',
      ':',
      '/',
      '..',
      '.git',
      '~',
      '-',
      '%',
      'a',
      '\\',
      '\n',
    );
    const address = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.array(pieces).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(address, (text) => {
        const found = parseRepositoryAddress(text);
        for (const part of found?.path.split('/') ?? []) expect(part).toMatch(/^(?!\.)[\w.-]{1,100}(?<!\.)$/);
      }),
    );
  });

  it('reads the same repository from every form of its address', () => {
    const part = fc.stringMatching(/^[A-Za-z0-9][\w-]{0,20}$/);
    const host = fc.constantFrom('codeberg.org', 'gitlab.com', 'git.example.org');
    fc.assert(
      fc.property(host, part, part, (at, author, name) => {
        // Some names are no authors there, and others stand before a path.
        fc.pre(repoOf(`https://${at}/${author}/x/y`)?.startsWith(`${author}/`) === true);
        for (const address of [
          `https://${at}/${author}/${name}`,
          `https://${at}/${author}/${name}.git`,
          `https://u:p@${at}:8443/${author}/${name}/`,
          `git+ssh://git@${at}/${author}/${name}.git`,
          `git@${at}:${author}/${name}.git`,
          `https://${at}/${author}/${name}/issues`,
        ])
          expect(repoOf(address)).toBe(`${author}/${name}`);
      }),
    );
  });
});
