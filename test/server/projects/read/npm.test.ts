import { describe, expect, it } from 'vitest';
import { readTexts, summaries } from './read-texts.ts';

const MANIFEST = JSON.stringify({
  name: 'app',
  dependencies: {
    ws: '^8.0.0',
    alias: 'npm:real@^1.0.0',
    own: 'file:../own',
    fork: 'github:Owner/Fork#main',
  },
  devDependencies: { tool: '2.0.0' },
});

/** The same project, as each package manager locks it. */
const EXPECTED = [
  'pkg:npm/fork@1.0.0 direct',
  'pkg:npm/inner@3.0.0',
  'pkg:npm/real@1.2.0 direct',
  'pkg:npm/tool-part@1.0.0 dev',
  'pkg:npm/tool@2.0.0 direct dev',
  'pkg:npm/ws@8.18.0 direct',
];

const LOCKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'npm, format 3': {
    'package-lock.json': JSON.stringify({
      lockfileVersion: 3,
      packages: {
        '': JSON.parse(MANIFEST),
        '../own': { name: 'own', version: '1.0.0' },
        'node_modules/ws': { version: '8.18.0', dependencies: { inner: '3' } },
        'node_modules/inner': { version: '3.0.0' },
        'node_modules/alias': { name: 'real', version: '1.2.0' },
        'node_modules/own': { resolved: '../own', link: true },
        'node_modules/fork': { version: '1.0.0', resolved: 'git+ssh://git@github.com/Owner/Fork.git#abc' },
        'node_modules/tool': { version: '2.0.0', dev: true, dependencies: { 'tool-part': '1' } },
        'node_modules/tool-part': { version: '1.0.0', dev: true },
      },
    }),
  },
  'npm, format 1': {
    'package-lock.json': JSON.stringify({
      lockfileVersion: 1,
      dependencies: {
        ws: { version: '8.18.0', requires: { inner: '3' }, dependencies: { inner: { version: '3.0.0' } } },
        alias: { version: 'npm:real@1.2.0' },
        own: { version: 'file:../own' },
        fork: { version: 'git+ssh://git@github.com/Owner/Fork.git#abc', from: 'fork@github:Owner/Fork#main' },
        tool: { version: '2.0.0', dev: true, requires: { 'tool-part': '1' } },
        'tool-part': { version: '1.0.0', dev: true },
      },
    }),
  },
  'Yarn 1': {
    'yarn.lock': `# yarn lockfile v1


"alias@npm:real@^1.0.0":
  version "1.2.0"

"fork@github:Owner/Fork#main":
  version "1.0.0"
  resolved "https://codeload.github.com/Owner/Fork/tar.gz/abc"

inner@3:
  version "3.0.0"

"tool-part@1":
  version "1.0.0"

tool@2.0.0:
  version "2.0.0"
  dependencies:
    "tool-part" "1"

ws@^8.0.0:
  version "8.18.0"
  dependencies:
    inner "3"
`,
  },
};

describe('the packages of a Node project', () => {
  it.each(Object.keys(LOCKS))('are the same from every lock file: %s', async (kind) => {
    const found = await readTexts({ 'package.json': MANIFEST, ...LOCKS[kind] });
    // A Git dependency has no version in npm's format 1.
    const expected =
      kind.endsWith('1') && kind.startsWith('npm')
        ? EXPECTED.map((line) => line.replace('fork@1.0.0', 'fork'))
        : EXPECTED;
    expect(summaries(found)).toEqual(expected);
    const fork = found.packages.find(({ name }) => name === 'fork');
    expect(fork).toMatchObject({ isGit: true, repository: 'github.com/owner/fork' });
    expect(found.unread).toEqual([]);
  });

  it('without a lock file have a version only if it is exact', async () => {
    expect(summaries(await readTexts({ 'package.json': MANIFEST }))).toEqual([
      'pkg:npm/fork direct',
      'pkg:npm/real direct',
      'pkg:npm/tool@2.0.0 direct dev',
      'pkg:npm/ws direct',
    ]);
  });

  it('have one row per version', async () => {
    const found = await readTexts({
      'package-lock.json': JSON.stringify({
        lockfileVersion: 3,
        packages: {
          '': { dependencies: { a: '2', b: '1' } },
          'node_modules/a': { version: '2.0.0' },
          'node_modules/b': { version: '1.0.0', dependencies: { a: '1' } },
          'node_modules/b/node_modules/a': { version: '1.0.0' },
        },
      }),
    });
    expect(summaries(found)).toEqual(['pkg:npm/a@1.0.0', 'pkg:npm/a@2.0.0 direct', 'pkg:npm/b@1.0.0 direct']);
  });

  it('of a binary bun.lockb are left out, with the command that writes the text form', async () => {
    const found = await readTexts({ 'bun.lockb': '' });
    expect(found.unread).toMatchObject([
      { file: 'bun.lockb', reason: expect.stringContaining('--save-text') },
    ]);
  });
});
