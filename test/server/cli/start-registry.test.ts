import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findRegistryNear, locateRegistry } from '../../../src-server/registry/locate.ts';
import { runCliHere } from '../../support/run-cli-here.ts';
import { temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';

const KEY = 'cpp/gabime/spdlog';

const profileOf = (registry: string) =>
  (JSON.parse(readFileSync(join(registry, 'rules.json'), 'utf8')) as { profile: string }).profile;

describe('skills-registry init --registry', () => {
  it('makes a registry that is recognised from inside, above and below, without index.json', async () => {
    const cwd = temporaryFolder();
    const answer = await runCliHere(['init', '--registry', 'deep/mine'], cwd);
    expect(answer).toMatchObject({ code: 0, err: '' });
    const root = join(cwd, 'deep/mine');
    expect(readdirSync(root).sort()).toEqual(['README.md', 'rules.json', 'skills']);
    for (const folder of [join(cwd, 'deep'), root, join(root, 'skills')]) {
      expect(findRegistryNear(folder)?.folders).toEqual([root]);
      expect(locateRegistry(folder)).toEqual({
        ok: true,
        location: { root, skillsFolder: 'skills', layout: 'registry' },
      });
    }
  });

  it('writes the private rules unless it is told otherwise', async () => {
    const cwd = temporaryFolder();
    await runCliHere(['init', '-r', 'a'], cwd);
    await runCliHere(['init', '-r', 'b', '--profile', 'public'], cwd);
    expect(['a', 'b'].map((name) => profileOf(join(cwd, name)))).toEqual(['private', 'specification']);
  });

  it('begins in an empty folder, and in a new repository, whose files stay as they are', async () => {
    const cwd = temporaryFolder({ '.git/config': '', 'readme.txt': 'mine', LICENSE: '' });
    mkdirSync(join(cwd, '.github'));
    expect(await runCliHere(['init', '--registry', '.'], cwd)).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, 'readme.txt'), 'utf8')).toBe('mine');
    expect(readdirSync(cwd).sort()).toEqual([
      '.git',
      '.github',
      'LICENSE',
      'readme.txt',
      'rules.json',
      'skills',
    ]);
  });

  it('keeps rules that were written first', async () => {
    const cwd = temporaryFolder({ 'rules.json': { profile: 'specification', off: {} } });
    const refused = await runCliHere(['init', '--registry', '.', '--profile', 'private'], cwd);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('has a rules.json already') });
    await runCliHere(['init', '--registry', '.'], cwd);
    expect(profileOf(cwd)).toBe('specification');
  });

  it('writes nothing into a folder that holds other things, and names some of them', async () => {
    const cwd = temporaryFolder({ 'package.json': '{}', 'src/a.js': '' });
    expect(await runCliHere(['init', '--registry', '.'], cwd)).toMatchObject({
      code: 4,
      err: `${cwd} is no registry, and holds package.json, src. Name a folder that is new or empty.`,
    });
    expect(readdirSync(cwd).sort()).toEqual(['package.json', 'src']);
  });

  it('begins none within another', async () => {
    const registry = temporaryRegistry([KEY]);
    const answer = await runCliHere(['init', '--registry', 'skills/mine'], registry);
    expect(answer).toMatchObject({
      code: 4,
      err: expect.stringContaining(`lies in the registry ${registry}`),
    });
    expect(existsSync(join(registry, 'skills/mine'))).toBe(false);
  });

  it('says in a sentence what is in the way', async () => {
    const cwd = temporaryFolder({ file: '' });
    const err = expect.stringContaining(join(cwd, 'file/mine'));
    expect(await runCliHere(['init', '-r', 'file/mine'], cwd)).toMatchObject({ code: 1, err });
  });
});
