import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCliHere } from '../../support/run-cli-here.ts';
import { temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';

const KEY = 'cpp/gabime/spdlog';
const GIT = '[remote "origin"]\n\turl = git@github.com:me/tiny.git\n';

function manifestIn(folder: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(folder, 'skill.json'), 'utf8')) as Record<string, unknown>;
}

describe('skills-registry init', () => {
  it('puts a skill into the registry that one stands in, and takes nothing of it for the library’s', async () => {
    const registry = temporaryRegistry([KEY], {
      '.git/config': GIT,
      'package.json': { name: 'tools', repository: 'me/registry', description: 'Ours' },
    });
    const inside = join(registry, 'skills/cpp');
    expect(await runCliHere(['init'], inside)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--library.*--language.*--repo/),
    });
    const answer = await runCliHere(['init', '--language', 'js', '--repo', 'acme/tiny'], inside);
    expect(answer).toMatchObject({ code: 0, err: '' });
    const skill = join(registry, 'skills/js/acme/tiny');
    expect(manifestIn(skill)).toMatchObject({ name: 'tiny', repo_skill: false });
    expect(manifestIn(skill)['summary']).toContain('{{write:');
    expect(existsSync(join(inside, '.skills'))).toBe(false);
  });

  it('starts a small skill of the three required files', async () => {
    const registry = temporaryRegistry([KEY]);
    const { out } = await runCliHere(['init', 'js/acme/tiny', '--small'], registry);
    const skill = join(registry, 'skills/js/acme/tiny');
    const texts = ['overview.md', 'pitfalls.md', 'safety.md'];
    expect(readdirSync(skill).sort()).toEqual([...texts, 'skill.json']);
    expect(manifestIn(skill)['files']).toEqual({ P0: texts });
    expect(out).not.toContain('examples/');
  });

  it('reads the library where it is told that it is', async () => {
    const registry = temporaryRegistry([KEY]);
    const library = temporaryFolder({
      'package.json': {
        name: 'tiny',
        version: '2.1.0',
        repository: 'acme/tiny',
        description: 'A tiny thing.',
        keywords: ['small'],
      },
    });
    const answer = await runCliHere(['init', '--library', library], registry);
    expect(answer.out).toContain('Started the skill js/acme/tiny in');
    expect(manifestIn(join(registry, 'skills/js/acme/tiny'))).toMatchObject({
      version: '2.1.0',
    });
    expect(await runCliHere(['init', '--library', 'nowhere'], registry)).toMatchObject({
      code: 2,
      err: `There is no folder ${join(registry, 'nowhere')}.`,
    });
  });

  it('gives each library of one repository a key of its own', async () => {
    const registry = temporaryRegistry([KEY]);
    const repository = temporaryFolder({
      '.git/config': GIT,
      'packages/core/package.json': {
        name: '@babel/core',
        repository: { url: 'https://github.com/babel/babel', directory: 'packages/core' },
      },
      'packages/parser/package.json': { name: '@babel/parser', repository: 'babel/babel' },
    });
    for (const part of ['core', 'parser'])
      await runCliHere(['init', '-r', registry], join(repository, 'packages', part));
    expect(readdirSync(join(registry, 'skills/js/babel')).sort()).toEqual(['core', 'parser']);
    expect(manifestIn(join(registry, 'skills/js/babel/core'))).toMatchObject({
      name: 'core',
      repo: 'babel/babel',
    });
  });

  it('takes a key for what it says, in a registry that is named or stood in', async () => {
    const registry = temporaryRegistry(['go/acme/tiny']);
    const elsewhere = temporaryFolder({
      'package.json': { name: 'other', version: '9.0.0', repository: 'me/other', description: 'Another.' },
    });
    expect(await runCliHere(['init', '-r', registry, KEY], elsewhere)).toMatchObject({ code: 0, err: '' });
    const skill = join(registry, 'skills', KEY);
    expect(manifestIn(skill)).toMatchObject({ language: 'cpp', name: 'spdlog', repo: 'gabime/spdlog' });
    expect(manifestIn(skill)['summary']).toContain('{{write:');
    expect(existsSync(join(elsewhere, 'cpp'))).toBe(false);
    await runCliHere(['init', 'js/babel/core', '--repo', 'babel/babel'], join(registry, 'skills/go'));
    expect(manifestIn(join(registry, 'skills/js/babel/core'))).toMatchObject({
      name: 'core',
      repo: 'babel/babel',
    });
  });

  it.each([
    ['an empty folder', {}],
    ['a project', { 'package.json': { name: 'tiny', repository: 'acme/tiny' } }],
  ])('starts nothing by a key in %s, which is no registry, and says what to do', async (_what, files) => {
    const folder = temporaryFolder(files);
    const { code, err } = await runCliHere(['init', 'js/acme/tiny'], folder);
    expect(code).toBe(4);
    expect(err).toContain(`js/acme/tiny is a skill's key, and ${folder} is in no registry. Go into one`);
    expect(readdirSync(folder)).toEqual(Object.keys(files));
  });

  it.each(['kotlin/acme/x', 'js/acme', 'JS/acme/Foo'])('says of %s what a key is', async (key) => {
    const registry = temporaryRegistry([KEY]);
    const err = expect.stringContaining(`${key} is not a key: a key is language/author/name`);
    expect(await runCliHere(['init', key], registry)).toMatchObject({ code: 2, err });
    expect(await runCliHere(['init', key, '-r', registry], '/')).toMatchObject({ code: 2, err });
    expect(readdirSync(registry)).toEqual(['skills']);
  });

  it.each([
    [['--language', 'go'], 'cpp/gabime/spdlog says the language already.'],
    [['--repo', 'acme/tiny'], 'cpp/gabime/spdlog can’t be of the repository acme/tiny.'],
  ])('refuses what contradicts the key: %j', async (options, err) => {
    const registry = temporaryRegistry(['go/acme/tiny']);
    expect(await runCliHere(['init', KEY, ...options], registry)).toMatchObject({ code: 2, err });
    expect(existsSync(join(registry, 'skills/cpp'))).toBe(false);
  });

  it('takes what the package names before the remote of a fork', async () => {
    const folder = temporaryFolder({
      '.git/config': GIT,
      'Cargo.toml': '[package]\nname = "tiny"\nrepository = "https://github.com/acme/tiny"\n',
    });
    const answer = await runCliHere(['init'], folder);
    expect(answer.out).toContain('Started the skill rust/acme/tiny in');
  });

  it('says which package file it could not use, and starts the skill with the rest', async () => {
    const folder = temporaryFolder({
      'package.json': { name: 'tiny', repository: 'acme/tiny' },
      'Cargo.toml': '= =',
    });
    expect(await runCliHere(['init', '--language', 'js'], folder)).toMatchObject({
      code: 0,
      err: 'Cargo.toml can’t be parsed, so nothing in it was used.',
    });
  });
});
