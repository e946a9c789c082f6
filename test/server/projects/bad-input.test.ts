import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src-server/contract/limits.ts';
import { groupDigits } from '../../../src-server/contract/words.ts';
import { decodeText, readProject } from '../../../src-server/projects/read-project.ts';
import { readTexts, summaries } from './read-texts.ts';

const packageLock = (packages: Readonly<Record<string, unknown>>, lockfileVersion = 3) =>
  JSON.stringify({ lockfileVersion, packages });

const FILES = [
  ...['package.json', 'package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock'],
  ...['Cargo.toml', 'Cargo.lock', 'pyproject.toml', 'requirements.txt', 'poetry.lock', 'uv.lock', 'pdm.lock'],
  ...[
    'pylock.toml',
    'setup.cfg',
    'go.mod',
    'go.work',
    'vcpkg.json',
    'conanfile.txt',
    'conanfile.py',
    'conan.lock',
  ],
  ...['bom.json', 'a.cdx.json', 'vcpkg_installed/x/share/y/vcpkg.spdx.json'],
];

describe('a damaged project', () => {
  it.each(FILES)('names a file with merge conflict markers, and reads the others: %s', async (file) => {
    const found = await readTexts({
      [file]: '<<<<<<< ours\n{}\n=======\n[]\n>>>>>>> theirs\n',
      'other/go.mod': 'module a.org/a\nrequire github.com/o/r v1.0.0\n',
    });
    expect(found.unread).toEqual([{ file, reason: 'has merge conflict markers' }]);
    expect(summaries(found)).toEqual(['pkg:golang/github.com/o/r@v1.0.0 direct']);
  });

  it('reads the same from a file with a byte order mark and Windows line ends', async () => {
    const text = 'flask==3.0.3\n-r more.txt\n';
    const plain = await readTexts({ 'requirements.txt': text, 'more.txt': 'django==5.1\n' });
    const windows = await readTexts({
      'requirements.txt': `\uFEFF${text.replaceAll('\n', '\r\n')}`,
      'more.txt': 'django==5.1\r\n',
    });
    expect(plain.packages).toHaveLength(2);
    expect(windows).toEqual(plain);
  });

  it('reads UTF-16 with a byte order mark, and names a file of other bytes', () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('flask==3.0.3\n', 'utf16le')]);
    expect(decodeText(utf16)).toEqual({ ok: true, text: 'flask==3.0.3\n' });
    expect(decodeText(Buffer.from([0x66, 0xff, 0x00]))).toMatchObject({ ok: false });
    expect(decodeText(Buffer.from('a\0b'))).toEqual({ ok: false, reason: 'is not text' });
  });

  it.each([
    ['package-lock.json', packageLock({}, 9)],
    ['pnpm-lock.yaml', "lockfileVersion: '99.0'\n"],
    ['Cargo.lock', 'version = 77\n'],
    ['conan.lock', '{"version":"9"}'],
    ['sbom.json', '{"spdxVersion":"SPDX-3.0"}'],
  ])('names a lock file of an unknown format: %s', async (file, text) => {
    expect((await readTexts({ [file]: text })).unread).toMatchObject([{ file }]);
  });

  it('leaves out names and versions that are attacks, and says how many', async () => {
    const attacks = ['../../etc/passwd', '__proto__', '\u001b[31mred', 'a'.repeat(300), 'a b', '@/x'];
    const packages = Object.fromEntries(
      attacks.map((name) => [`node_modules/${name}`, { name, version: '1.0.0' }]),
    );
    const found = await readTexts({
      'package-lock.json': `${packageLock({ ...packages, 'node_modules/ok': { version: '1.0.0' } })}`,
      'requirements.txt': 'ok==1.0\u001b[2J\n',
    });
    expect(found.packages.map(({ name }) => name)).toEqual(expect.arrayContaining(['ok']));
    const shown = JSON.stringify(found.packages);
    for (const attack of attacks.filter((name) => name !== '__proto__')) expect(shown).not.toContain(attack);
    expect(shown).not.toContain('\u001b');
    expect(found.unread[0]).toMatchObject({
      file: 'package-lock.json',
      reason: expect.stringContaining('left out'),
    });
    expect({}).not.toHaveProperty('version');
  });

  it('lists a bounded number of packages, and says how many it leaves out', async () => {
    const lines = Array.from({ length: 100_000 }, (_, index) => `package-${index}==1.0`);
    const found = await readTexts({ 'requirements.txt': lines.join('\n') });
    expect(found.packages).toHaveLength(LIMITS.projectPackages);
    expect(found.unread).toEqual([
      {
        file: 'requirements.txt',
        reason: `has ${groupDigits(100_000 - LIMITS.projectPackages)} packages beyond the first ${groupDigits(LIMITS.projectPackages)} of the project, left out`,
      },
    ]);
  });

  it('names what cannot be read, and reads the rest', async () => {
    const found = await readProject({
      paths: ['package.json', 'go.mod', 'Cargo.toml'],
      leftOut: [{ file: 'deep', reason: 'was left out' }],
      read(path) {
        if (path === 'package.json') return Promise.resolve({ ok: false, reason: 'is larger than 32 MiB' });
        if (path === 'Cargo.toml') return Promise.reject(new Error('EIO: broken'));
        return Promise.resolve({ ok: true, text: 'require github.com/o/r v1.0.0' });
      },
    });
    expect(found.packages).toHaveLength(1);
    expect(found.unread).toEqual([
      { file: 'deep', reason: 'was left out' },
      { file: 'package.json', reason: 'is larger than 32 MiB' },
      { file: 'Cargo.toml', reason: 'can’t be read: EIO: broken' },
    ]);
  });

  it('skips packages that a lock file nests without end', async () => {
    const path = 'a/'.repeat(100_000);
    const entry = { version: '1.0.0', dependencies: { b: '1' } };
    const found = await readTexts({
      'package-lock.json': packageLock({ [`${path}member`]: entry, 'node_modules/b': entry }),
      'bun.lock': JSON.stringify({ packages: { [`${path}c`]: ['c@1.0.0', entry], d: ['d@1.0.0'] } }),
    });
    expect(summaries(found)).toEqual(['pkg:npm/b@1.0.0', 'pkg:npm/d@1.0.0']);
  });

  it.each([
    ['unclosed', `packages: ${'{ '.repeat(2_000)}\n`],
    ['nested', `packages: ${'{ '.repeat(100)}a${' }: 1'.repeat(99)} }\n`],
    ['repeated', `packages: { ? &a { b: c } : 1, ? *a : 2 }\n`],
  ])('refuses tables as keys, which are written out at each level: %s', async (_, text) => {
    expect((await readTexts({ 'pnpm-lock.yaml': text })).unread).toMatchObject([{ file: 'pnpm-lock.yaml' }]);
  });

  it('ends for workspaces and dependencies that lead back to themselves', async () => {
    const found = await readTexts({
      'package.json': '{"name":"a","workspaces":["b"],"dependencies":{"b":"*","c":"1"}}',
      'b/package.json': '{"name":"b","workspaces":[".."],"dependencies":{"a":"*"}}',
      'package-lock.json': packageLock({
        '': { name: 'a', workspaces: ['b'], dependencies: { b: '*', c: '1' } },
        b: { name: 'b', dependencies: { a: '*' } },
        'node_modules/b': { resolved: 'b', link: true },
        'node_modules/c': { version: '1.0.0', dependencies: { d: '1' } },
        'node_modules/d': { version: '1.0.0', dependencies: { c: '1' } },
      }),
      'requirements.txt': '-r requirements.txt\n-r more.txt\nflask\n',
      'more.txt': '-r requirements.txt\n',
    });
    expect(summaries(found)).toEqual(['pkg:npm/c@1.0.0 direct', 'pkg:npm/d@1.0.0', 'pkg:pypi/flask direct']);
  });

  it('of any text gives an answer without an error', async () => {
    const word = fc.constantFrom(
      ...[
        '[[package]]',
        'name = "a"',
        'version = "1"',
        '{',
        '}',
        '[',
        ']',
        '"packages"',
        ':',
        ',',
        '  a:',
        '- b',
      ],
      ...['__metadata:', 'require (', '"__proto__"', 'lockfileVersion: 9', '\n', 'a@^1:', '  version "1"'],
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...FILES),
        fc.array(fc.oneof(word, fc.string()), { maxLength: 40 }),
        async (file, parts) => {
          const found = await readTexts({ [file]: parts.join(parts.length % 2 === 0 ? '\n' : '') });
          expect(found.isProject).toBe(true);
          for (const { purl, name } of found.packages) expect(purl + name).not.toMatch(/[\p{Cc}\s]|\.\.\//u);
        },
      ),
      { numRuns: 400 },
    );
  });
});
