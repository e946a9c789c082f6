import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findRegistryNear } from '../../../src-server/registry/locate.ts';
import { faultyDisk } from '../../support/faulty-disk.ts';
import { skillFiles, temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';

const KEY = 'cpp/gabime/spdlog';

describe('findRegistryNear', () => {
  it('finds a registry without index.json from the folder itself, from each folder in it, and from above', () => {
    const parent = temporaryFolder(skillFiles(`mine/skills/${KEY}`, KEY));
    const root = join(parent, 'mine');
    expect(findRegistryNear(root)).toEqual({ where: 'here', folders: [root] });
    for (const inside of [
      'skills',
      'skills/cpp',
      'skills/cpp/gabime',
      `skills/${KEY}`,
      `skills/${KEY}/examples`,
    ])
      expect(findRegistryNear(join(root, inside))).toEqual({ where: 'above', folders: [root] });
    expect(findRegistryNear(parent)).toEqual({ where: 'below', folders: [root] });
  });

  it('finds one whose skills are still folders of languages without a skill', () => {
    const root = temporaryFolder();
    mkdirSync(join(root, 'skills/python'), { recursive: true });
    mkdirSync(join(root, 'docs'));
    expect(findRegistryNear(root)?.where).toBe('here');
    expect(findRegistryNear(join(root, 'docs'))?.where).toBe('above');
  });

  it('takes an empty skills/ for a registry from where one stands in or beside it', () => {
    const root = temporaryFolder({ 'skills/.gitkeep': '' });
    expect(findRegistryNear(root)).toEqual({ where: 'here', folders: [root] });
    expect(findRegistryNear(join(root, 'skills'))).toEqual({ where: 'above', folders: [root] });
  });

  it.each(['index.json', 'rules.json'])('finds an empty one with %s from anywhere', (mark) => {
    const files = { [mark]: '{}', 'docs/a.md': '', 'skills/.gitkeep': '' };
    const root = temporaryFolder(files);
    expect(findRegistryNear(join(root, 'docs'))).toEqual({ where: 'above', folders: [root] });
  });

  it('names each of several that are right below', () => {
    const parent = temporaryFolder({
      ...skillFiles(`a/skills/${KEY}`, KEY),
      ...skillFiles(`b/skills/${KEY}`, KEY),
      'c/readme.md': '',
    });
    expect(findRegistryNear(parent)).toEqual({
      where: 'below',
      folders: [join(parent, 'a'), join(parent, 'b')],
    });
  });

  it('finds one that has its languages in the folder itself', () => {
    const root = temporaryFolder(skillFiles(KEY, KEY));
    expect(findRegistryNear(root)).toEqual({ where: 'here', folders: [root] });
    expect(findRegistryNear(join(root, KEY))).toEqual({ where: 'above', folders: [root] });
  });

  it('takes a skill that is in no registry, and a library with its own, for themselves', () => {
    const root = temporaryRegistry([], { ...skillFiles('work/one', KEY), ...skillFiles('lib/.skills', KEY) });
    mkdirSync(join(root, 'lib/src'));
    expect(findRegistryNear(join(root, 'work/one/examples'))?.folders).toEqual([join(root, 'work/one')]);
    expect(findRegistryNear(join(root, 'lib/src'))?.folders).toEqual([join(root, 'lib')]);
  });

  it('prefers the library that one works in to a registry around it', () => {
    const root = temporaryRegistry([KEY], skillFiles('lib/.skills', KEY));
    expect(findRegistryNear(join(root, 'lib'))?.folders).toEqual([join(root, 'lib')]);
  });

  it('leaves folders alone that have a skills/ for something else', () => {
    const home = temporaryFolder({ 'skills/pdf/SKILL.md': '', 'go/src/main.go': '', 'work/a.txt': '' });
    expect(findRegistryNear(home)).toBeUndefined();
    expect(findRegistryNear(join(home, 'work'))).toBeUndefined();
  });

  it('finds nothing in what may not be read', () => {
    const parent = temporaryFolder(skillFiles(`mine/skills/${KEY}`, KEY));
    const disk = faultyDisk();
    disk.fail(join(parent, 'mine'), 'EACCES');
    expect(findRegistryNear(parent, disk)).toBeUndefined();
  });
});
