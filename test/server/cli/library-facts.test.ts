import { describe, expect, it } from 'vitest';
import { libraryFacts, repoOfUrl } from '../../../src-server/cli/init/library-facts.ts';

describe('libraryFacts', () => {
  it.each([
    [
      'package.json',
      '{"name": "@acme/tiny", "version": "2.1.0", "repository": {"type": "git", "url": "git+https://github.com/acme/tiny-js.git"}}',
      { language: 'js', name: 'tiny', version: '2.1.0', repo: 'acme/tiny-js' },
    ],
    [
      'package.json',
      '{"name": "tiny", "repository": "github:acme/tiny"}',
      { language: 'js', name: 'tiny', repo: 'acme/tiny' },
    ],
    [
      'Cargo.toml',
      '[package]\nname = "serde"\nversion = "1.0.0"\nrepository = "https://github.com/serde-rs/serde"\n',
      { language: 'rust', name: 'serde', version: '1.0.0', repo: 'serde-rs/serde' },
    ],
    [
      'Cargo.toml',
      '[package]\nname = "part"\nversion.workspace = true\n',
      { language: 'rust', name: 'part' },
    ],
    [
      'pyproject.toml',
      '[project]\nname = "requests"\nversion = "2.0"\n[project.urls]\nDocs = "https://requests.readthedocs.io"\nSource = "https://github.com/psf/requests"\n',
      { language: 'python', name: 'requests', version: '2.0', repo: 'psf/requests' },
    ],
    [
      'pyproject.toml',
      '[tool.poetry]\nname = "rich"\nversion = "13.0"\nrepository = "https://github.com/Textualize/rich"\n',
      { language: 'python', name: 'rich', version: '13.0', repo: 'Textualize/rich' },
    ],
    [
      'go.mod',
      '// a module\nmodule github.com/gorilla/mux/v2\n\ngo 1.22\n',
      { language: 'go', name: 'mux', repo: 'gorilla/mux' },
    ],
    [
      'CMakeLists.txt',
      'cmake_minimum_required(VERSION 3.20)\nproject(spdlog VERSION 1.16.0 LANGUAGES CXX)\n',
      { language: 'cpp', name: 'spdlog', version: '1.16.0' },
    ],
  ])('reads %s', (file, text, facts) => {
    expect(libraryFacts({ [file]: text })).toEqual(facts);
  });

  it('asks git where the package file names no repository', () => {
    const config =
      '[core]\n\tbare = false\n[remote "origin"]\n\turl = git@github.com:acme/tiny.git\n\tfetch = x\n';
    expect(libraryFacts({ 'package.json': '{"name": "tiny"}', '.git/config': config })).toMatchObject({
      name: 'tiny',
      repo: 'acme/tiny',
    });
  });

  it.each([
    ['package.json', '{ broken'],
    ['package.json', '[]'],
    ['Cargo.toml', '= ='],
    ['go.mod', ''],
  ])('says nothing it cannot know from %s %j', (file, text) => {
    expect(libraryFacts({ [file]: text }).repo).toBeUndefined();
  });
});

describe('repoOfUrl', () => {
  it.each([
    ['https://github.com/a/b', 'a/b'],
    ['https://user@host.example:8443/a/b.git#readme', 'a/b'],
    ['ssh://git@github.com/a/b.git', 'a/b'],
    ['git@gitlab.com:a/b.git', 'a/b'],
    ['https://github.com/a/b/tree/main/c', 'a/b'],
    ['https://example.org', undefined],
    ['file:///etc/passwd', undefined],
    [7, undefined],
  ])('of %j is %j', (url, repo) => {
    expect(repoOfUrl(url)).toBe(repo);
  });
});
