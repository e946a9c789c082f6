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
    expect(summaries(found)).toEqual(EXPECTED);
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

  it('of npm 6 are those of the manifest, with the command that writes a newer lock file', async () => {
    const lock = { lockfileVersion: 1, dependencies: { ws: { version: '8.18.0' } } };
    const found = await readTexts({
      'package.json': '{"dependencies":{"ws":"^8.0.0"}}',
      'package-lock.json': JSON.stringify(lock),
    });
    expect(summaries(found)).toEqual(['pkg:npm/ws direct']);
    expect(found.unread).toMatchObject([
      { file: 'package-lock.json', reason: expect.stringContaining('npm install --package-lock-only') },
    ]);
  });

  it('of pnpm 7 are those of the manifest, with the command that writes a newer lock file', async () => {
    const found = await readTexts({
      'package.json': '{"dependencies":{"ws":"^8.0.0"}}',
      'pnpm-lock.yaml': 'lockfileVersion: 5.4\npackages:\n  /ws/8.18.0:\n    dev: false\n',
    });
    expect(summaries(found)).toEqual(['pkg:npm/ws direct']);
    expect(found.unread).toMatchObject([
      { file: 'pnpm-lock.yaml', reason: expect.stringContaining('pnpm install --lockfile-only') },
    ]);
  });

  it('of Bun are those of the member that asks for them, and none of a release with the project’s name', async () => {
    const found = await readTexts({
      'package.json': '{"name":"app","dependencies":{"ws":"^8.0.0"},"devDependencies":{"app":"1.0.0"}}',
      'lib/package.json': '{"name":"lib","dependencies":{"ws":"^6.0.0"}}',
      'bun.lock': `{ "lockfileVersion": 1, "workspaces": {
        "": { "name": "app", "dependencies": { "ws": "^8.0.0" }, "devDependencies": { "app": "1.0.0" } },
        "lib": { "name": "lib", "dependencies": { "ws": "^6.0.0" } },
      }, "packages": {
        "app": ["app@1.0.0", "", { "dependencies": { "ws": "^7.0.0" } }],
        "app/ws": ["ws@7.0.0", "", {}],
        "lib": ["lib@workspace:lib"],
        "lib/ws": ["ws@6.0.0", "", {}],
        "ws": ["ws@8.0.0", "", {}],
      } }`,
    });
    expect(found.unread).toEqual([]);
    expect(found.packages.map(({ purl, from }) => [purl, ...from])).toEqual([
      ['pkg:npm/app@1.0.0', 'bun.lock', 'package.json'],
      ['pkg:npm/ws@6.0.0', 'bun.lock', 'lib/package.json'],
      ['pkg:npm/ws@7.0.0', 'bun.lock'],
      ['pkg:npm/ws@8.0.0', 'bun.lock', 'package.json'],
    ]);
  });

  it('of a binary bun.lockb are left out, with the command that writes the text form', async () => {
    const found = await readTexts({ 'bun.lockb': '' });
    expect(found.unread).toMatchObject([
      { file: 'bun.lockb', reason: expect.stringContaining('--save-text') },
    ]);
  });
});

/** pnpm 11 writes what locks pnpm itself before what locks the project. */
const PNPM_ITSELF = `lockfileVersion: '9.0'

importers:

  .:
    configDependencies: {}
    packageManagerDependencies:
      pnpm:
        specifier: 11.4.0
        version: 11.4.0

packages:

  pnpm@11.4.0:
    resolution: {integrity: sha512-AA==}

snapshots:

  pnpm@11.4.0: {}
`;
const PNPM_PROJECT = `lockfileVersion: '9.0'

importers:

  .:
    dependencies:
      ws:
        specifier: ^8.18.0
        version: 8.18.0

packages:

  ws@8.18.0:
    resolution: {integrity: sha512-AA==}

snapshots:

  ws@8.18.0: {}
`;

describe('a pnpm-lock.yaml of several documents', () => {
  const manifest = '{"dependencies":{"ws":"^8.18.0"}}';

  it.each([
    ['pnpm 11', `---\n${PNPM_ITSELF}\n---\n${PNPM_PROJECT}`],
    ['a comment first', `# generated\n---\n${PNPM_ITSELF}\n---\n${PNPM_PROJECT}`],
    ['no mark first', `${PNPM_ITSELF}---\n${PNPM_PROJECT}`],
    ['a mark with a space', `--- \n${PNPM_ITSELF}\n--- # the project\n${PNPM_PROJECT}...\n`],
    ['the project first', `---\n${PNPM_PROJECT}---\n${PNPM_ITSELF}`],
    ['one with a mark', `---\n${PNPM_PROJECT}`],
    ['an empty one last', `---\n${PNPM_PROJECT}---\n`],
  ])('locks what the project uses: %s', async (_, text) => {
    const found = await readTexts({ 'package.json': manifest, 'pnpm-lock.yaml': text });
    expect(summaries(found)).toEqual(['pkg:npm/ws@8.18.0 direct']);
    expect(found.unread).toEqual([]);
  });

  it('locks nothing of the project where it locks pnpm alone', async () => {
    const found = await readTexts({ 'package.json': '{}', 'pnpm-lock.yaml': `---\n${PNPM_ITSELF}` });
    expect(summaries(found)).toEqual([]);
  });

  it('is named where it is no YAML', async () => {
    const found = await readTexts({ 'package.json': manifest, 'pnpm-lock.yaml': `${PNPM_PROJECT}\n  - {\n` });
    expect(found.unread).toMatchObject([{ file: 'pnpm-lock.yaml' }]);
  });
});
