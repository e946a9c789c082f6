import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  libraryFacts,
  namesInManifests,
  PACKAGE_FILES,
} from '../../../../src-server/cli/init/library-facts.ts';

const factsOf = (file: string, text: string, cargoAbove: readonly string[] = []) => {
  const { repoFrom: _, ...facts } = libraryFacts({ packages: { [file]: text }, cargoAbove }).facts;
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
    ['package.json', '{"repository":"gitlab:group/sub/tiny"}', { language: 'js', repo: 'group/tiny' }],
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
      '[project]\nname = "x"\n[project.urls]\nIssues = "https://github.com/a/x/issues"\n',
      { language: 'python', name: 'x', repo: 'a/x' },
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
    [
      'setup.cfg',
      '[metadata]\nname = tiny\nversion = attr: tiny.__version__\nurl = https://github.com/acme/tiny\n',
      { language: 'python', name: 'tiny', repo: 'acme/tiny' },
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

  it('are the workspace’s where a crate leaves them to it', () => {
    const crate = '[package]\nname = "a"\nversion.workspace = true\nrepository.workspace = true\n';
    const workspace =
      '[workspace]\n[workspace.package]\nversion = "3.0.0"\nrepository = "https://github.com/acme/many"\n';
    const above = ['[package]\nname = "no workspace"\n', workspace];
    expect(factsOf('Cargo.toml', crate, above)).toEqual({
      ...{ language: 'rust', name: 'a', version: '3.0.0', repo: 'acme/many' },
    });
  });

  it('have the repository that the package names, else git’s remote, and say which', () => {
    const remote = 'git@github.com:fork/tiny.git';
    const of = (text: string) => libraryFacts({ packages: { 'package.json': text }, remote }).facts;
    expect(of('{"repository":"named/tiny"}')).toMatchObject({ repo: 'named/tiny', repoFrom: 'package.json' });
    expect(of('{}')).toMatchObject({ repo: 'fork/tiny', repoFrom: 'git’s remote' });
  });

  it('are of the language that was named, else of the first file', () => {
    const packages = { 'pyproject.toml': '[project]\nname = "py"\n', 'CMakeLists.txt': 'project(cc)\n' };
    expect(libraryFacts({ packages }, 'cpp')).toEqual({ facts: { language: 'cpp', name: 'cc' }, notes: [] });
    expect(libraryFacts({ packages })).toEqual({
      facts: { language: 'python', name: 'py' },
      notes: ['Used pyproject.toml for the language, not CMakeLists.txt. To change: --language.'],
    });
  });

  it.each([
    ['package.json', '{ broken'],
    ['Cargo.toml', '= ='],
    ['pyproject.toml', `a = ${'['.repeat(100_000)}`],
  ])('are none of a broken %s, and a sentence says so', (file, text) => {
    const { facts, notes } = libraryFacts({ packages: { [file]: text } });
    expect(notes).toEqual([`${file} can’t be parsed, so nothing in it was used.`]);
    expect(Object.keys(facts)).toEqual(['language']);
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
        const { facts } = libraryFacts({ packages, remote });
        if (facts.repo !== undefined) expect(facts.repo).toMatch(/^[\w+-][\w.+-]*\/[\w+-][\w.+-]*$/);
        for (const line of [facts.name, facts.version]) expect(line ?? '').not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
    );
  });
});

describe('the names of a library', () => {
  it('are the package’s in each ecosystem', () => {
    const packages = {
      'package.json': '{"name":"@acme/tiny"}',
      'go.mod': 'module github.com/acme/tiny/v2\n',
      'Cargo.toml': '[package]\nname = "tiny"\n',
      'setup.cfg': '[metadata]\nname = tiny-py\n',
      'CMakeLists.txt': 'project(Tiny)',
    };
    expect(namesInManifests({ packages })).toEqual({
      ...{ crates_io: 'tiny', go_mod: 'github.com/acme/tiny/v2', npm: '@acme/tiny', pypi: 'tiny-py' },
    });
    expect(namesInManifests({ packages }, 'js')).toEqual({ npm: '@acme/tiny' });
  });

  it.each(['{', '{"name":7}', '{"name":"a b"}', '{"name":"\\u001b[31m"}'])('are none of %s', (text) => {
    expect(namesInManifests({ packages: { 'package.json': text } })).toEqual({});
  });
});
