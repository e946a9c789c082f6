import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  libraryFacts,
  PACKAGE_FILES,
  readLibrary,
  WORKSPACE_FINDERS,
} from '../../../src-server/cli/library-facts.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';

const factsOf = (file: string, text: string) => {
  const { packages: _, ...facts } = libraryFacts({ [file]: text }).facts;
  return facts;
};

describe('the facts of a library', () => {
  it.each<[file: string, text: string, facts: object]>([
    [
      'package.json',
      '{"name":"@acme/tiny","version":"2.1.0","repository":{"type":"git","url":"git+https://github.com/Acme/tiny-js.git"}}',
      { language: 'js', name: 'tiny', version: '2.1.0', repo: 'Acme/tiny-js' },
    ],
    ['package.json', '{"repository":"acme/tiny"}', { language: 'js', repo: 'acme/tiny' }],
    ['package.json', '{"repository":"github:acme/tiny#main"}', { language: 'js', repo: 'acme/tiny' }],
    [
      'package.json',
      '{"repository":"gitlab:group/sub/tiny"}',
      { language: 'js', repo: 'gitlab.com/group/sub/tiny' },
    ],
    ['package.json', '{"repository":"gist:11081aaa281"}', { language: 'js' }],
    ['package.json', '{"homepage":"https://github.com/a/b#readme"}', { language: 'js', repo: 'a/b' }],
    ['package.json', '{"homepage":"https://tiny.example/a/b"}', { language: 'js' }],
    ['package.json', '\uFEFF{"name":"  tiny\\n thing "}', { language: 'js', name: 'tiny thing' }],
    ['package.json', '{"name":"a\\u0007b","version":7}', { language: 'js' }],
    ['package.json', '{"__proto__":{"name":"x","repository":"a/b"}}', { language: 'js' }],
    [
      'Cargo.toml',
      '[package]\nname = "serde"\nversion = "1.0.0"\nrepository = "https://github.com/serde-rs/serde"\n',
      { language: 'rust', name: 'serde', version: '1.0.0', repo: 'serde-rs/serde' },
    ],
    [
      'Cargo.toml',
      '[workspace]\n[workspace.package]\nversion = "3.0.0"\nrepository = "https://github.com/acme/many"\n',
      { language: 'rust', version: '3.0.0', repo: 'acme/many' },
    ],
    [
      'pyproject.toml',
      '[project]\nname = "x"\nversion = "2.0"\n[project.urls]\nDocs = "https://github.com/psf/docs"\n"Source Code" = "https://github.com/psf/x"\n',
      { language: 'python', name: 'x', version: '2.0', repo: 'psf/x' },
    ],
    [
      'pyproject.toml',
      '[project]\nname = "x"\n[project.urls]\nFunding = "https://github.com/a/money"\n',
      { language: 'python', name: 'x' },
    ],
    [
      'pyproject.toml',
      '[tool.poetry]\nname = "rich"\nversion = "13.0"\nrepository = "https://github.com/Textualize/rich"\n',
      { language: 'python', name: 'rich', version: '13.0', repo: 'Textualize/rich' },
    ],
    ['go.mod', 'module github.com/gorilla/mux/v2\n', { language: 'go', name: 'mux', repo: 'gorilla/mux' }],
    ['go.mod', 'module gopkg.in/yaml.v3\n', { language: 'go', name: 'yaml', repo: 'go-yaml/yaml' }],
    ['go.mod', 'module go.uber.org/zap\n', { language: 'go', name: 'zap', repo: 'uber-go/zap' }],
    ['go.mod', 'module example.com/a/b/v3\n', { language: 'go', name: 'b' }],
    [
      'CMakeLists.txt',
      'cmake_minimum_required(VERSION 3.20)\nproject(spdlog VERSION 1.16.0 LANGUAGES CXX)\n',
      { language: 'cpp', name: 'spdlog', version: '1.16.0' },
    ],
    ['CMakeLists.txt', 'project($ENV{NAME})\n', { language: 'cpp' }],
  ])('are in %s: %j', (file, text, facts) => {
    expect(factsOf(file, text)).toEqual(facts);
  });

  it('have the repository that the package names, else git’s remote', () => {
    const remotes = ['', 'git@github.com:fork/tiny.git'];
    const of = (text: string) => libraryFacts({ 'package.json': text }, remotes).facts.repo;
    expect([of('{"repository":"named/tiny"}'), of('{}')]).toEqual(['named/tiny', 'fork/tiny']);
  });

  it('are of the language that was named, else of the first file', () => {
    const packages = { 'pyproject.toml': '[project]\nname = "py"\n', 'CMakeLists.txt': 'project(cc)\n' };
    const of = (wanted?: 'cpp') => libraryFacts(packages, [], wanted).facts;
    expect(of('cpp')).toEqual({ language: 'cpp', name: 'cc', packages: {} });
    expect(of()).toEqual({ language: 'python', name: 'py', packages: { pypi: 'py' } });
  });

  it.each([
    ['package.json', '{ broken'],
    ['Cargo.toml', '= ='],
    ['pyproject.toml', `a = ${'['.repeat(100_000)}`],
  ])('are none of a broken %s, and a sentence says so', (file, text) => {
    const { facts, notes } = libraryFacts({ [file]: text });
    expect(notes).toEqual([`${file} can’t be parsed, so nothing in it was used.`]);
    expect(facts).toEqual({ language: expect.any(String), packages: {} });
  });

  it('are text without invisible characters, whatever the files hold', () => {
    const url = fc.oneof(fc.webUrl(), fc.string(), fc.constant('https://github.com/a/b'));
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.record({ name: fc.jsonValue(), repository: url }).map((value) => JSON.stringify(value)),
      url.map((address) => `module ${address}\nproject("${address}")\n`),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...PACKAGE_FILES), text), url, (packages, remote) => {
        const { facts } = libraryFacts(packages, [remote]);
        if (facts.repo !== undefined) expect(facts.repo).toMatch(/^[\w+-][\w.+-]*(?:\/[\w+-][\w.+-]*)+$/);
        for (const line of [facts.name, facts.version]) expect(line ?? '').not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
    );
  });
});

describe('the name of a package', () => {
  it.each([
    ['package.json', '{"name":"@acme/tiny"}', { npm: '@acme/tiny' }],
    ['go.mod', 'module github.com/acme/tiny/v2\n', { go_mod: 'github.com/acme/tiny/v2' }],
    ['Cargo.toml', '[package]\nname = "tiny"\n', { crates_io: 'tiny' }],
    ['CMakeLists.txt', 'project(Tiny)', {}],
    ['package.json', '{"name":"a b"}', {}],
    ['package.json', '{"name":"\\u001b[31m"}', {}],
  ])('is as its ecosystem writes it: %s %j', (file, text, packages) => {
    expect(libraryFacts({ [file]: text }).facts.packages).toEqual(packages);
  });
});

describe('a library’s folder', () => {
  const git = (folder: string, ...args: readonly string[]) => execFileSync('git', args, { cwd: folder });

  it('has git’s remote, also from a folder above: upstream before origin', async () => {
    const root = temporaryFolder({ 'packages/one/package.json': '{}' });
    const repo = async () => (await readLibrary(join(root, 'packages/one'), undefined)).facts.repo;
    git(root, 'init', '-q');
    expect(await repo()).toBeUndefined();
    git(root, 'remote', 'add', 'origin', 'https://github.com/fork/tiny');
    expect(await repo()).toBe('fork/tiny');
    git(root, 'remote', 'add', 'upstream', 'git@github.com:acme/tiny.git');
    expect(await repo()).toBe('acme/tiny');
  });

  const CRATE =
    '[package]\nname = "tiny"\nversion.workspace = true\nrepository.workspace = true\nlicense.workspace = true\nedition.workspace = true\n';
  const SHARED =
    '[workspace.package]\nversion = "3.1.0"\nrepository = "https://github.com/acme/many"\nlicense = "MIT"\nedition = "2024"\n';
  const unlisted =
    'Cargo.toml inherits its version from a workspace, and none above lists the package with a version, so the version isn’t known: write it into skill.json.';

  it.each<[string, files: Readonly<Record<string, string>>, version: string | undefined]>([
    ['a list of paths', { 'Cargo.toml': `[workspace]\nmembers = ["crates/a/tiny"]\n${SHARED}` }, '3.1.0'],
    ['stars', { 'Cargo.toml': `[workspace]\nmembers = ["./crates/*/t*y/"]\n${SHARED}` }, '3.1.0'],
    ['two stars', { 'Cargo.toml': `[workspace]\nmembers = ["**"]\n${SHARED}` }, '3.1.0'],
    [
      'a mark at the start',
      { 'Cargo.toml': `\uFEFF[workspace]\nmembers = ["crates/a/*"]\n${SHARED}` },
      '3.1.0',
    ],
    [
      'a dependency with its path',
      { 'Cargo.toml': `[workspace]\n${SHARED}[dependencies]\ntiny = { path = "./crates/a/tiny" }\n` },
      '3.1.0',
    ],
    [
      'package.workspace, past a nearer workspace',
      {
        'crates/Cargo.toml': '[workspace]\nmembers = ["*/*"]\n[workspace.package]\nversion = "9.9.9"\n',
        'Cargo.toml': `[workspace]\nmembers = ["crates/*/*"]\n${SHARED}`,
        'crates/a/tiny/Cargo.toml': CRATE.replace('name', 'workspace = "../../.."\nname'),
      },
      '3.1.0',
    ],
    [
      'a workspace above one that excludes it',
      {
        'crates/Cargo.toml':
          '[workspace]\nmembers = ["b/*"]\nexclude = ["a"]\n[workspace.package]\nversion = "9.9.9"\n',
        'Cargo.toml': `[workspace]\nmembers = ["crates/a/*"]\n${SHARED}`,
      },
      '3.1.0',
    ],
    [
      'no workspace that lists it',
      { 'Cargo.toml': `[workspace]\nmembers = ["crates/b/*"]\n${SHARED}` },
      undefined,
    ],
    ['no workspace', {}, undefined],
    ['a workspace that can’t be parsed', { 'Cargo.toml': '[workspace\n' }, undefined],
    ['a workspace without a version', { 'Cargo.toml': '[workspace]\nmembers = ["crates/*/*"]\n' }, undefined],
  ])('of a crate inherits from %s', async (_by, files, version) => {
    const root = temporaryFolder({ 'crates/a/tiny/Cargo.toml': CRATE, ...files });
    git(root, 'init', '-q');
    git(root, 'remote', 'add', 'origin', 'https://github.com/fork/many');
    const { facts, notes, choice } = await readLibrary(join(root, 'crates/a/tiny'), undefined);
    const repo = version === undefined ? 'fork/many' : 'acme/many';
    expect(facts).toEqual({
      language: 'rust',
      name: 'tiny',
      repo,
      packages: { crates_io: 'tiny' },
      ...(version && { version }),
    });
    expect(notes).toEqual(version === undefined ? [unlisted] : []);
    const says = 'The repository is acme/many, as Cargo.toml says; git’s remote origin is fork/many.';
    expect(choice).toBe(version === undefined ? undefined : says);
  });

  it('of the package at the root of a workspace inherits from its own manifest', () => {
    expect(factsOf('Cargo.toml', `${CRATE}[workspace]\n${SHARED}`)).toEqual({
      language: 'rust',
      name: 'tiny',
      version: '3.1.0',
      repo: 'acme/many',
    });
  });

  it('reads no workspace outside of the repository', async () => {
    const root = temporaryFolder({
      'Cargo.toml': `[workspace]\nmembers = ["**"]\n${SHARED}`,
      'inner/tiny/Cargo.toml': CRATE.replace('name', 'workspace = "../.."\nname'),
    });
    git(join(root, 'inner'), 'init', '-q');
    const { facts } = await readLibrary(join(root, 'inner/tiny'), undefined);
    expect(facts).toEqual({ language: 'rust', name: 'tiny', packages: { crates_io: 'tiny' } });
  });

  it.each<[string, files: Readonly<Record<string, string>>, repo: string]>([
    [
      'its own, with its directory',
      {
        'packages/tiny/package.json':
          '{"repository":{"url":"github:named/tiny","directory":"packages/tiny"}}',
      },
      'named/tiny',
    ],
    [
      'that of the npm workspace',
      { 'package.json': '{"workspaces":["packages/*"],"repository":"gitlab:acme/many"}' },
      'gitlab.com/acme/many',
    ],
    [
      'that of the Yarn workspace',
      { 'package.json': '{"workspaces":{"packages":["packages/**"]},"repository":"acme/many"}' },
      'acme/many',
    ],
    [
      'that of the pnpm workspace',
      {
        'package.json': '{"repository":{"type":"git","url":"git+ssh://git@github.com/acme/many.git"}}',
        'pnpm-workspace.yaml': 'packages:\n  - "packages/*"\n',
      },
      'acme/many',
    ],
    [
      'git’s, where the workspace leaves it out',
      { 'package.json': '{"workspaces":["packages/*","!packages/tiny"],"repository":"acme/many"}' },
      'fork/many',
    ],
    ['git’s, where no workspace lists it', { 'package.json': '{"repository":"acme/many"}' }, 'fork/many'],
  ])('of an npm package has %s', async (_what, files, repo) => {
    const root = temporaryFolder({ 'packages/tiny/package.json': '{}', ...files });
    git(root, 'init', '-q');
    git(root, 'remote', 'add', 'origin', 'https://github.com/fork/many');
    const { facts, choice } = await readLibrary(join(root, 'packages/tiny'), undefined);
    expect(facts.repo).toBe(repo);
    expect(choice === undefined).toBe(repo === 'fork/many');
  });

  it('has the owner of a Go module in a subfolder, not that of the fork', async () => {
    const root = temporaryFolder({ 'sdk/go.mod': 'module github.com/acme/tiny/sdk/v2\n' });
    git(root, 'init', '-q');
    git(root, 'remote', 'add', 'origin', 'git@github.com:fork/tiny.git');
    const { facts, choice } = await readLibrary(join(root, 'sdk'), undefined);
    expect(facts).toMatchObject({ name: 'sdk', repo: 'acme/tiny' });
    expect(choice).toBe('The repository is acme/tiny, as go.mod says; git’s remote origin is fork/tiny.');
  });

  it('says nothing where origin is the same repository in another spelling, or upstream decides', () => {
    const of = (...remotes: string[]) =>
      libraryFacts({ 'package.json': '{"repository":"acme/tiny"}' }, remotes).choice;
    expect(of('', 'git@github.com:Acme/Tiny.git')).toBeUndefined();
    expect(of('https://github.com/other/tiny', '')).toBeUndefined();
    expect(libraryFacts({}, ['https://github.com/acme/tiny', 'https://github.com/fork/tiny']).choice).toBe(
      'The repository is acme/tiny, as git’s remote upstream says; git’s remote origin is fork/tiny.',
    );
  });

  it.each([
    '[project]\nname = "x"\ndynamic = ["version", "readme"]\n[tool.setuptools_scm]\n',
    '[project]\nname = "x"\ndynamic = ["version"]\n[tool.hatch.version]\npath = "x/__init__.py"\n',
    '[tool.poetry]\nname = "x"\nversion = "0.0.0"\n[tool.poetry-dynamic-versioning]\nenable = true\n',
  ])('says that a dynamic version is not known, and invents none: %j', (text) => {
    const { facts, notes } = libraryFacts({ 'pyproject.toml': text });
    expect(facts).toEqual({ language: 'python', name: 'x', packages: { pypi: 'x' } });
    expect(notes).toEqual([
      'pyproject.toml has a dynamic version, made by the build, so the version isn’t known: write it into skill.json.',
    ]);
  });

  it('compares a glob of many stars with a path in few steps', () => {
    const root = temporaryFolder({
      'Cargo.toml': `[workspace]\nmembers = ["${'*a'.repeat(5_000)}b", "${'**/a/'.repeat(2_000)}b"]\n`,
      [`${'a'.repeat(200)}/Cargo.toml`]: CRATE,
    });
    const folder = join(root, 'a'.repeat(200));
    expect(WORKSPACE_FINDERS['Cargo.toml']?.({ folder, top: root, text: CRATE })).toBeUndefined();
  });

  it('gives no file that is too large, a link or a folder, and says so', async () => {
    const root = temporaryFolder({ 'package.json': '{}', 'elsewhere.toml': '[package]' });
    truncateSync(join(root, 'package.json'), 1024 * 1024 + 1);
    symlinkSync(join(root, 'elsewhere.toml'), join(root, 'Cargo.toml'));
    mkdirSync(join(root, 'go.mod'));
    const { facts, notes } = await readLibrary(root, undefined);
    expect(facts).toEqual({ packages: {} });
    expect(notes).toHaveLength(3);
  });
});
