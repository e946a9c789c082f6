import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WrongRequest } from '../../../src-server/registries/copy.ts';
import {
  addressIdentity,
  isRegistryName,
  isSshAddress,
  nameFromAddress,
  parseAddress,
} from '../../../src-server/registries/registry-address.ts';

describe('an address', () => {
  it.each([
    ['owner/name', 'https://github.com/owner/name'],
    [' owner/na.me_x ', 'https://github.com/owner/na.me_x'],
    ['https://GitHub.com/Owner/Name.git', 'https://github.com/Owner/Name'],
    ['https://github.com/owner/name/?tab=readme#readme', 'https://github.com/owner/name'],
    ['https://skills.example.com/x/#/search', 'https://skills.example.com/x'],
    ['https://git.example.com:443//group/sub/name.git/', 'https://git.example.com/group/sub/name.git'],
    ['https://git.example.com:8443/name', 'https://git.example.com:8443/name'],
    ['http://127.0.0.1:3000/team.git', 'http://127.0.0.1:3000/team.git'],
    ['http://localhost/team', 'http://localhost/team'],
    ['https://skills.example.com/', 'https://skills.example.com'],
    ['http://[::1]:80/team', 'http://[::1]/team'],
  ])('%j is %s', (typed, url) => {
    expect(parseAddress(typed)).toEqual({ url });
  });

  it.each([
    ['https://github.com/o/n/tree/main/my/skills', 'https://github.com/o/n', 'main/my/skills'],
    ['https://github.com/o/n/tree/main', 'https://github.com/o/n', 'main'],
    ['https://github.com/o/n/commit/abc', 'https://github.com/o/n', 'abc'],
    [
      'https://gitlab.example/g/s/n/-/tree/v1/skills?ref_type=heads',
      'https://gitlab.example/g/s/n',
      'v1/skills',
    ],
    ['https://codeberg.org/o/n/src/branch/main/skills', 'https://codeberg.org/o/n', 'main/skills'],
    ['https://bitbucket.org/o/n/src/main/skills/', 'https://bitbucket.org/o/n', 'main/skills'],
    ['https://github.com/o/n/tree/main/a%20b', 'https://github.com/o/n', 'main/a b'],
  ])('of a page, %s, says the place in the repository', (typed, url, place) => {
    expect(parseAddress(typed)).toEqual({ url, place });
  });

  it.each([
    ['https://git.example.com/a/b.git#feature/x', { ref: 'feature/x' }],
    ['owner/name#v1.2', { ref: 'v1.2' }],
    ['git@git.example.com:a/b.git#feature/x', { ref: 'feature/x' }],
    ['ssh://git@git.example.com/a/b#main', { ref: 'main' }],
    ['https://git.example.com/a/b?ref=feature/x', { ref: 'feature/x' }],
    ['https://git.example.com/a/b?at=refs%2Fheads%2Fx', { ref: 'x' }],
    [
      'https://dev.azure.com/o/p/_git/b?path=/reg/a%20b&version=GBfeature/x&_a=contents',
      { ref: 'feature/x', folder: 'reg/a b' },
    ],
    ['https://dev.azure.com/o/p/_git/b?version=GTv1', { ref: 'v1' }],
    ['https://dev.azure.com/o/p/_git/b?path=%2Freg', { folder: 'reg' }],
  ])('that says a branch or folder, %s, chooses it', (typed, chosen) => {
    const { url, ...rest } = parseAddress(typed);
    expect(rest).toEqual(chosen);
    expect(url).not.toMatch(/[?#]/);
  });

  it.each(['?x=1', '?version=main', '?ref='])('with %s, which nobody understands, is refused', (query) => {
    expect(() => parseAddress(`https://git.example.com/a/b${query}`)).toThrow(/--ref and --folder/);
  });

  it.each([
    'git@ssh.dev.azure.com:v3/org/My%20Project/skills',
    'ssh://git@git.example.com/team/skills.git',
    'ssh://git.example.com:2222/~me/skills',
    'git@github.com:o/n.git',
  ])('for ssh, %s, stays as it is', (typed) => {
    expect(parseAddress(`${typed}/`)).toEqual({ url: typed });
  });

  it.each([
    '',
    'hello',
    'git@-oProxyCommand=x:o/n',
    'ssh://-oProxyCommand=x/o/n',
    'git@github.com:-n',
    'git@github.com:o/100%',
    'git@github.com:o/$(touch x)',
    'ssh://git:hunter2@github.com/o/n',
    'ftp://example.com/x',
    'https://github.com/owner',
    'owner/..',
    `https://example.com/${'x'.repeat(2_000)}`,
  ])('%j is not understood, and what is, is said', (typed) => {
    const error = refusalOf(typed);
    expect(error).toBeInstanceOf(WrongRequest);
    expect(error.message).toMatch(/not understood.*https:.*ssh:.*<owner>\/<name>.*serve -r/);
    expect(error.message).not.toContain('hunter2');
  });

  it.each([
    ['../folder', /serve -r/],
    ['~/skills', /serve -r/],
    ['/srv/git/skills.git', /serve -r/],
    ['C:\\folder', /serve -r/],
    ['file:///etc', /serve -r/],
    ['http://example.com/x', /not encrypted.*https:/],
    ['http://127.0.0.1.example.com/x', /not encrypted/],
    ['git://example.com/x', /not encrypted/],
    ['ext::sh -c touch% /tmp/x', /helpers.*run programs/],
    ['work:team/skills', /ssh:\/\/<host>\/<path>/],
    ['git.example.com:team/skills.git', /ssh:\/\/<host>\/<path>/],
  ])(
    '%j, which git reads in a terminal, is refused with its reason and the way that there is',
    (typed, way) => {
      const error = refusalOf(typed);
      expect(error).toBeInstanceOf(WrongRequest);
      expect(error.message).toMatch(/^No registry is added from this address\. /);
      expect(error.message).toMatch(way);
    },
  );

  it('with a user or password is refused and not repeated', () => {
    for (const typed of [
      'https://me:hunter2@git.example.com:8443/x',
      'https://hunter2@git.example.com:8443/x',
    ]) {
      const { message } = refusalOf(typed);
      expect(message).toContain('credential helper');
      expect(message).not.toContain('hunter2');
    }
  });

  it('never keeps a user, a query or a fragment, and is the same when it is read again', () => {
    const part = fc.stringMatching(/^[\w.%~@:?#=&-]{1,12}$/);
    const typed = fc.tuple(
      fc.constantFrom('https://', 'http://', ''),
      fc.array(part, { minLength: 1, maxLength: 6 }),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          typed.map(([scheme, parts]) => scheme + parts.join('/')),
        ),
        (text) => {
          let url: string;
          try {
            ({ url } = parseAddress(text));
          } catch (error) {
            expect(error).toBeInstanceOf(WrongRequest);
            return;
          }
          expect(parseAddress(url).url).toBe(url);
          expect(isRegistryName(nameFromAddress(url))).toBe(true);
          // ssh needs the user, and knows no query.
          if (isSshAddress(url)) return;
          const parsed = new URL(url);
          expect([parsed.username, parsed.password, parsed.search, parsed.hash]).toEqual(['', '', '', '']);
          expect(
            parsed.protocol === 'https:' ||
              ['localhost', '[::1]'].includes(parsed.hostname) ||
              parsed.hostname.startsWith('127.'),
          ).toBe(true);
        },
      ),
      { numRuns: 2_000, examples: [['0@0:.'], ['git@host:a?b#c']] },
    );
  });
});

it('two ways to write one repository are one', () => {
  expect(addressIdentity('https://github.com/Owner/Name')).toBe(
    addressIdentity('https://github.com/owner/name'),
  );
  expect(addressIdentity('https://x.org/a/b.git')).toBe(addressIdentity('https://x.org/a/b'));
  expect(addressIdentity('https://x.org/a/B')).not.toBe(addressIdentity('https://x.org/a/b'));
});

it.each([
  ['https://x.org/a/My%20Skills.git', 'my-skills'],
  ['https://x.org/a/.skills', 'skills'],
  ['https://x.org/a/CON', 'registry'],
  ['https://x.org/a/---', 'registry'],
  // Beside the files of a copy lie two files of ours.
  ['https://x.org/a/commit.git', 'registry'],
  ['https://x.org/a/copy.json', 'registry'],
])('%s is called %s', (url, name) => {
  expect(nameFromAddress(url)).toBe(name);
});

function refusalOf(typed: string): Error {
  try {
    parseAddress(typed);
  } catch (error) {
    return error as Error;
  }
  throw new Error(`${typed} was taken.`);
}
