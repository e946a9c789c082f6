import { describe, expect, it } from 'vitest';
import { readTexts, summaries } from './read-texts.ts';

const manifest = (specifier: string) => JSON.stringify({ name: 'app', dependencies: { ws: specifier } });

describe('a package from an archive in the project is a library of its name and version', () => {
  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['package.json alone', { 'package.json': manifest('file:vendor/ws-8.18.0.tgz') }],
    ['a path without a protocol', { 'package.json': manifest('./vendor/ws-8.18.0.tar.gz') }],
    [
      'package-lock.json',
      {
        'package.json': manifest('file:vendor/ws.tgz'),
        'package-lock.json': JSON.stringify({
          lockfileVersion: 3,
          packages: {
            '': JSON.parse(manifest('file:vendor/ws.tgz')),
            'node_modules/ws': { version: '8.18.0', resolved: 'file:vendor/ws.tgz', integrity: 'sha512-x' },
          },
        }),
      },
    ],
    [
      'Yarn 1',
      {
        'package.json': manifest('file:./vendor/ws.tgz'),
        'yarn.lock': '# yarn lockfile v1\n\n\n"ws@file:./vendor/ws.tgz":\n  version "8.18.0"\n',
      },
    ],
    [
      'Yarn 4',
      {
        'package.json': manifest('file:./vendor/ws.tgz'),
        'yarn.lock': `__metadata:
  version: 8

"app@workspace:.":
  version: 0.0.0-use.local
  resolution: "app@workspace:."
  dependencies:
    ws: "file:./vendor/ws.tgz"
  languageName: unknown
  linkType: soft

"ws@file:./vendor/ws.tgz::locator=app%40workspace%3A.":
  version: 8.18.0
  resolution: "ws@file:./vendor/ws.tgz#./vendor/ws.tgz::hash=0a&locator=app%40workspace%3A."
  languageName: node
  linkType: hard
`,
      },
    ],
    [
      'Bun',
      {
        'package.json': manifest('./vendor/ws-8.18.0.tgz'),
        'bun.lock': `{"lockfileVersion": 1, "workspaces": {"": {"name": "app", "dependencies": {"ws": "./vendor/ws-8.18.0.tgz"}}},
          "packages": {"ws": ["ws@vendor/ws-8.18.0.tgz", {}, "sha512-x"]}}`,
      },
    ],
  ])('of npm: %s', async (_, files) => {
    const found = await readTexts(files);
    expect(found.packages).toMatchObject([{ name: 'ws', version: '8.18.0', ecosystem: 'npm', direct: true }]);
    expect(found.packages[0]).not.toHaveProperty('isGit');
  });

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['a wheel in requirements.txt', { 'requirements.txt': './wheels/Flask-3.0.3-py3-none-any.whl\n' }],
    ['a source archive with hash', { 'requirements.txt': 'wheels/flask-3.0.3.tar.gz --hash=sha256:ab\n' }],
    ['a named address', { 'requirements.txt': 'flask @ file:///srv/flask-3.0.3-py3-none-any.whl\n' }],
    [
      'a source of uv',
      {
        'pyproject.toml':
          '[project]\nname = "app"\ndependencies = ["flask"]\n[tool.uv.sources]\nflask = { path = "wheels/flask-3.0.3-py3-none-any.whl" }\n',
      },
    ],
    [
      'uv.lock',
      {
        'pyproject.toml': '[project]\nname = "app"\ndependencies = ["flask"]\n',
        'uv.lock':
          'version = 1\n[[package]]\nname = "app"\nversion = "0.1.0"\nsource = { virtual = "." }\ndependencies = [{ name = "flask" }]\n[[package]]\nname = "flask"\nversion = "3.0.3"\nsource = { path = "wheels/flask-3.0.3-py3-none-any.whl" }\n',
      },
    ],
    [
      'poetry.lock',
      {
        'pyproject.toml':
          '[tool.poetry]\nname = "app"\n[tool.poetry.dependencies]\nflask = { path = "wheels/flask-3.0.3.tar.gz" }\n',
        'poetry.lock':
          '[[package]]\nname = "flask"\nversion = "3.0.3"\n[package.source]\ntype = "file"\nurl = "wheels/flask-3.0.3.tar.gz"\n',
      },
    ],
    [
      'pdm.lock',
      {
        'pyproject.toml': '[project]\nname = "app"\ndependencies = ["flask"]\n',
        'pdm.lock':
          '[metadata]\nlock_version = "4.5.0"\n[[package]]\nname = "flask"\nversion = "3.0.3"\npath = "./wheels/flask-3.0.3.tar.gz"\n',
      },
    ],
  ])('of Python: %s', async (_, files) => {
    expect(summaries(await readTexts(files))).toEqual(['pkg:pypi/flask@3.0.3 direct']);
  });

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['npm', { 'package.json': manifest('file:../ws.tgz.d') }],
    ['npm, a link', { 'package.json': manifest('link:../ws.tgz') }],
    ['pip', { 'requirements.txt': './libs/flask\n-e ./flask-3.0.3.zip.d\n' }],
    ['Poetry', { 'pyproject.toml': '[tool.poetry.dependencies]\nflask = { path = "../flask" }\n' }],
  ])('while a folder stays left out: %s', async (_, files) => {
    expect(summaries(await readTexts(files))).toEqual([]);
  });
});

describe('what decides versions and is not read', () => {
  it.each([
    'bun.lockb',
    'deno.lock',
    'Pipfile.lock',
    'environment.yml',
    'conda-lock.yml',
    'pixi.lock',
    'Gopkg.lock',
    'MODULE.bazel',
    'meson.build',
    'subprojects/zlib.wrap',
    'xmake.lua',
    'CMakeLists.txt',
  ])('is named as unread: %s', async (file) => {
    const { unread } = await readTexts({ [file]: 'x' });
    expect(unread.map((each) => each.file)).toEqual([file]);
  });
});
