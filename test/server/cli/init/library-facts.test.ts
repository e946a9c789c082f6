import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  libraryFacts,
  namesInManifests,
  PACKAGE_FILES,
} from '../../../../src-server/cli/init/library-facts.ts';

type Packages = Readonly<Record<string, string>>;

const gitConfig = (remotes: Packages) =>
  Object.entries(remotes)
    .map(([name, url]) => `[remote "${name}"]\n\turl = ${url}\n\tfetch = x\n`)
    .join('');

/** The facts, without who named the repository. */
function factsOf(packages: Packages, more: Omit<Parameters<typeof libraryFacts>[0], 'packages'> = {}) {
  const { repoFrom: _, ...facts } = libraryFacts({ packages, ...more }).facts;
  return facts;
}

describe('libraryFacts', () => {
  it.each([
    [
      '{"name": "@acme/tiny", "version": "2.1.0", "repository": {"type": "git", "url": "git+https://github.com/acme/tiny-js.git"}}',
      { name: 'tiny', version: '2.1.0', repo: 'acme/tiny-js' },
    ],
    ['{"name": "tiny", "repository": "acme/tiny"}', { name: 'tiny', repo: 'acme/tiny' }],
    ['{"name": "tiny", "repository": "github:acme/tiny#main"}', { name: 'tiny', repo: 'acme/tiny' }],
    ['{"name": "tiny", "repository": "gitlab:group/sub/tiny"}', { name: 'tiny', repo: 'group/tiny' }],
    ['{"name": "tiny", "repository": "bitbucket:acme/tiny"}', { name: 'tiny', repo: 'acme/tiny' }],
    ['{"name": "tiny", "repository": "gist:11081aaa281"}', { name: 'tiny' }],
    [
      '{"name": "tiny", "homepage": "https://github.com/acme/tiny#readme"}',
      { name: 'tiny', repo: 'acme/tiny' },
    ],
    ['{"name": "tiny", "homepage": "https://tiny.example/a/b"}', { name: 'tiny' }],
    [
      '{"name": "tiny", "bugs": {"url": "https://github.com/acme/tiny/issues"}}',
      { name: 'tiny', repo: 'acme/tiny' },
    ],
    [
      '{"name": "@babel/core", "repository": {"url": "https://github.com/babel/babel", "directory": "packages/babel-core"}}',
      { name: 'core', repo: 'babel/babel' },
    ],
    ['\uFEFF{"name": "  tiny\\n thing "}', { name: 'tiny thing' }],
  ])('reads package.json: %s', (text, facts) => {
    expect(factsOf({ 'package.json': text })).toEqual({ language: 'js', ...facts });
  });

  it.each([
    [
      '[package]\nname = "serde"\nversion = "1.0.0"\nrepository = "https://github.com/serde-rs/serde"\ndescription = "Serialization"\nkeywords = ["serde"]\n',
      { name: 'serde', version: '1.0.0', repo: 'serde-rs/serde' },
    ],
    ['[package]\nname = "part"\nversion.workspace = true\n', { name: 'part' }],
    [
      '[workspace]\nmembers = ["a"]\n[workspace.package]\nversion = "3.0.0"\nrepository = "https://github.com/acme/many"\n',
      { version: '3.0.0', repo: 'acme/many' },
    ],
  ])('reads Cargo.toml: %s', (text, facts) => {
    expect(factsOf({ 'Cargo.toml': text })).toEqual({ language: 'rust', ...facts });
  });

  it('fills what a crate leaves to its workspace from there', () => {
    const crate =
      '[package]\nname = "a"\nversion.workspace = true\nrepository.workspace = true\nlicense = "MIT"\n';
    const workspace =
      '[workspace]\n[workspace.package]\nversion = "3.0.0"\nrepository = "https://github.com/acme/many"\ndescription = "Not its own"\n';
    const above = ['= broken', '[package]\nname = "no workspace"\n', workspace];
    expect(factsOf({ 'Cargo.toml': crate }, { cargoAbove: above })).toEqual({
      language: 'rust',
      name: 'a',
      version: '3.0.0',
      repo: 'acme/many',
    });
  });

  it.each([
    [
      '[project]\nname = "requests"\nversion = "2.0"\ndescription = "HTTP for humans."\nkeywords = ["http"]\n[project.urls]\nDocs = "https://github.com/psf/docs"\nSource = "https://github.com/psf/requests"\n',
      { name: 'requests', version: '2.0', repo: 'psf/requests' },
    ],
    [
      '[project]\nname = "x"\ndynamic = ["version"]\n[project.urls]\n"Source Code" = "https://github.com/a/x"\nHomepage = "https://github.com/b/y"\n',
      { name: 'x', repo: 'a/x' },
    ],
    [
      '[project]\nname = "x"\n[project.urls]\nDocumentation = "https://github.com/a/docs"\nFunding = "https://github.com/a/money"\nChangelog = "https://github.com/a/changes"\n"Release notes" = "https://github.com/a/notes"\n',
      { name: 'x' },
    ],
    [
      '[project]\nname = "x"\n[project.urls]\nIssues = "https://github.com/a/x/issues"\n',
      { name: 'x', repo: 'a/x' },
    ],
    [
      '[tool.poetry]\nname = "rich"\nversion = "13.0"\nrepository = "https://github.com/Textualize/rich"\n',
      { name: 'rich', version: '13.0', repo: 'Textualize/rich' },
    ],
  ])('reads pyproject.toml: %s', (text, facts) => {
    expect(factsOf({ 'pyproject.toml': text })).toEqual({ language: 'python', ...facts });
  });

  it('reads a value of 300,000 lines in one pass', () => {
    const setup = `[metadata]\nname = a\ndescription = b\n${' c\n'.repeat(300_000)}`;
    expect(factsOf({ 'setup.cfg': setup }).name).toBe('a');
  });

  it('reads setup.cfg where it is literal, and beside a pyproject.toml that says less', () => {
    const setup = `[metadata]
name = tiny
# a comment
version = attr: tiny.__version__
description = A tiny thing
keywords = small, fast
url = https://tiny.example
project_urls =
    Documentation = https://github.com/acme/docs
    Source = https://github.com/acme/tiny
[options]
name = other
`;
    const expected = {
      language: 'python',
      name: 'tiny',
      repo: 'acme/tiny',
    };
    expect(factsOf({ 'setup.cfg': setup })).toEqual(expected);
    expect(factsOf({ 'pyproject.toml': '[build-system]\nrequires = []\n', 'setup.cfg': setup })).toEqual(
      expected,
    );
  });

  it.each([
    ['github.com/gorilla/mux', { name: 'mux', repo: 'gorilla/mux' }],
    ['github.com/gorilla/mux/v2', { name: 'mux', repo: 'gorilla/mux' }],
    ['github.com/aws/aws-sdk-go-v2/service/s3', { name: 's3', repo: 'aws/aws-sdk-go-v2' }],
    ['gopkg.in/yaml.v3', { name: 'yaml', repo: 'go-yaml/yaml' }],
    ['gopkg.in/natefinch/lumberjack.v2', { name: 'lumberjack', repo: 'natefinch/lumberjack' }],
    ['golang.org/x/net', { name: 'net', repo: 'golang/net' }],
    ['gitlab.com/group/sub/tool', { name: 'tool', repo: 'group/tool' }],
    ['go.uber.org/zap', { name: 'zap' }],
    ['example.com/a/b/v3', { name: 'b' }],
  ])('reads go.mod: %s', (module, facts) => {
    const text = `// a module\nmodule ${module}\n\ngo 1.22\n`;
    expect(factsOf({ 'go.mod': text })).toEqual({ language: 'go', ...facts });
  });

  it('asks git where the module’s path is on somebody’s own host', () => {
    const git = { config: gitConfig({ origin: 'https://github.com/uber-go/zap' }) };
    expect(factsOf({ 'go.mod': 'module go.uber.org/zap\n' }, { git })).toMatchObject({
      name: 'zap',
      repo: 'uber-go/zap',
    });
  });

  it.each([
    [
      {
        'CMakeLists.txt':
          'cmake_minimum_required(VERSION 3.20)\nproject(spdlog VERSION 1.16.0 LANGUAGES CXX)\n',
      },
      { name: 'spdlog', version: '1.16.0' },
    ],
    [
      {
        'CMakeLists.txt':
          'project(\n  "tiny" # ours (really)\n  VERSION $ENV{V}\n  DESCRIPTION "A tiny (small) thing"\n  HOMEPAGE_URL "https://github.com/acme/tiny"\n)\nproject(other)\n',
      },
      { name: 'tiny', repo: 'acme/tiny' },
    ],
    [{ 'CMakeLists.txt': 'project($ENV{NAME})\n' }, {}],
    [
      {
        'CMakeLists.txt': 'project(Tiny)\n',
        'vcpkg.json':
          '{"name": "tiny", "version-semver": "1.2.0", "description": ["A tiny thing.", "More."], "homepage": "https://github.com/acme/tiny"}',
      },
      { name: 'Tiny', version: '1.2.0', repo: 'acme/tiny' },
    ],
    [
      {
        'conanfile.py':
          'class Tiny(ConanFile):\n    name = "tiny"\n    version = \'1.3\'  # now\n    homepage = "https://github.com/acme/tiny"\n    url = "https://github.com/conan-io/conan-center-index"\n    topics = ("small", \'fast\')\n    description = f"no {literal}"\n',
      },
      { name: 'tiny', version: '1.3', repo: 'acme/tiny' },
    ],
    [
      { 'conanfile.py': '    name = "tiny"\n    url = "https://github.com/conan-io/conan-center-index"\n' },
      { name: 'tiny' },
    ],
  ])('reads what is literal of C++’s files: %j', (packages, facts) => {
    expect(factsOf(packages as Packages)).toEqual({ language: 'cpp', ...facts });
  });

  it.each([
    [
      'the sources that the package names',
      'named/tiny',
      '"repository": "named/tiny", "homepage": "https://github.com/page/tiny"',
      { upstream: 'git@github.com:up/tiny.git', origin: 'https://github.com/fork/tiny' },
    ],
    [
      'upstream',
      'up/tiny',
      '"homepage": "https://github.com/page/tiny"',
      { origin: 'https://github.com/fork/tiny', upstream: 'git@github.com:up/tiny.git' },
    ],
    [
      'origin',
      'fork/tiny',
      '"homepage": "https://github.com/page/tiny"',
      { mirror: 'https://github.com/m/tiny', origin: 'https://github.com/fork/tiny' },
    ],
    [
      'another page',
      'page/tiny',
      '"homepage": "https://github.com/page/tiny"',
      { origin: '/srv/git/tiny.git' },
    ],
  ])('takes the repository from %s before all that follows', (_what, repo, fields, remotes) => {
    const git = { config: gitConfig(remotes) };
    expect(factsOf({ 'package.json': `{"name": "tiny", ${fields}}` }, { git })).toMatchObject({ repo });
  });

  it('says who named the repository', () => {
    const git = { config: gitConfig({ upstream: 'https://github.com/a/b' }) };
    expect(libraryFacts({ packages: {}, git }).facts).toEqual({ repo: 'a/b', repoFrom: 'git’s upstream' });
    expect(libraryFacts({ packages: { 'package.json': '{"repository": "c/d"}' } }).facts.repoFrom).toBe(
      'package.json',
    );
  });

  it('asks the files of the language that was named, and says which one it took where none was', () => {
    const packages = { 'pyproject.toml': '[project]\nname = "py"\n', 'CMakeLists.txt': 'project(cc)\n' };
    expect(libraryFacts({ packages }, 'cpp')).toEqual({ facts: { language: 'cpp', name: 'cc' }, notes: [] });
    expect(libraryFacts({ packages })).toEqual({
      facts: { language: 'python', name: 'py' },
      notes: ['Used pyproject.toml for the language, not CMakeLists.txt. To change: --language.'],
    });
  });

  it.each([
    ['package.json', '{ broken', 'package.json is no JSON that can be read, so nothing in it was used.'],
    ['vcpkg.json', '', 'vcpkg.json is no JSON that can be read, so nothing in it was used.'],
    ['Cargo.toml', '= =', 'Cargo.toml is no TOML that can be read, so nothing in it was used.'],
    [
      'pyproject.toml',
      `a = ${'['.repeat(100_000)}`,
      'pyproject.toml is no TOML that can be read, so nothing in it was used.',
    ],
    [
      'package.json',
      '{"name": "a\\u0007b"}',
      'The name in package.json has invisible characters and was left out.',
    ],
  ])('says in a sentence what it could not use of %s', (file, text, sentence) => {
    const { facts, notes } = libraryFacts({ packages: { [file]: text } });
    expect(notes).toEqual([sentence]);
    expect(Object.keys(facts)).toEqual(['language']);
  });

  it.each([
    ['package.json', '[]'],
    ['package.json', 'null'],
    ['package.json', '{"__proto__": {"name": "x", "repository": "a/b"}}'],
    ['package.json', '{"repository": {"__proto__": {"url": "https://github.com/a/b"}}}'],
    ['package.json', `${'{"name":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['pyproject.toml', '[__proto__]\nname = "x"\n[project.__proto__]\nname = "x"\n'],
    ['go.mod', ''],
    ['CMakeLists.txt', `project(${'a '.repeat(100_000)}`],
  ])('takes nothing from %s %j', (file, text) => {
    expect(libraryFacts({ packages: { [file]: text } }).facts).toEqual({ language: expect.any(String) });
  });

  it('never throws, whatever the files and git’s settings hold', () => {
    const url = fc.oneof(fc.webUrl(), fc.string(), fc.constant('https://github.com/a/b'));
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc
        .record({ name: fc.jsonValue(), repository: fc.oneof(url, fc.jsonValue()), keywords: fc.jsonValue() })
        .map((value) => JSON.stringify(value)),
      url.map(
        (address) =>
          `module ${address}\nproject("${address}")\n[project.urls]\nSource = ${JSON.stringify(address)}\n`,
      ),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...PACKAGE_FILES), text), text, (packages, config) => {
        const { facts } = libraryFacts({ packages, git: { config } });
        if (facts.repo !== undefined) expect(facts.repo).toMatch(/^[\w+-][\w.+-]*\/[\w+-][\w.+-]*$/);
        for (const line of [facts.name, facts.version]) expect(line ?? '').not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
    );
  });
});

describe('packageNames', () => {
  it('names the package in each ecosystem, as that one does', () => {
    const packages = {
      'package.json': '{"name":"@acme/tiny"}',
      'go.mod': 'module github.com/acme/tiny/v2\n',
      'Cargo.toml': '[package]\nname = "tiny"\n',
      'setup.cfg': '[metadata]\nname = tiny-py\n',
      'CMakeLists.txt': 'project(Tiny)',
    };
    expect(namesInManifests({ packages })).toEqual({
      crates_io: 'tiny',
      go_mod: 'github.com/acme/tiny/v2',
      npm: '@acme/tiny',
      pypi: 'tiny-py',
    });
    expect(namesInManifests({ packages }, 'js')).toEqual({ npm: '@acme/tiny' });
  });

  it.each(['{', '{"name":7}', '{"name":"a b"}', '{"name":"\\u001b[31m"}', '{}'])(
    'takes no name from %s',
    (text) => {
      expect(namesInManifests({ packages: { 'package.json': text } })).toEqual({});
    },
  );
});
