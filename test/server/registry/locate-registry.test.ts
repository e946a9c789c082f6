import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { locateRegistry } from '../../../src-server/registry/locate.ts';
import { skillFiles, temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';

const KEY = 'cpp/gabime/spdlog';

async function located(folder: string) {
  const result = await locateRegistry(folder);
  if (!result.ok) throw new Error(result.reason);
  return result.location;
}

describe('locateRegistry', () => {
  it('knows a registry by its skills/ folder, even an empty one', async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, 'skills'));
    expect(await located(root)).toEqual({ root, skillsFolder: 'skills', layout: 'registry' });
  });

  it('knows a registry by its index.json alone', async () => {
    const root = temporaryFolder({ 'index.json': { skills: [] } });
    expect(await located(root)).toEqual({ root, skillsFolder: '', layout: 'flat' });
  });

  it('accepts the skills/ folder itself and a language below it', async () => {
    const root = temporaryRegistry([KEY]);
    expect(await located(join(root, 'skills'))).toMatchObject({ root, layout: 'registry' });
    expect(await located(join(root, 'skills/cpp'))).toMatchObject({ root, layout: 'registry' });
  });

  it('accepts the folder above, when it holds one registry', async () => {
    const parent = temporaryFolder(skillFiles(`mine/skills/${KEY}`, KEY));
    expect(await located(parent)).toMatchObject({ root: join(parent, 'mine'), layout: 'registry' });
  });

  it('knows an empty registry by the file beside its skills/, from above and from inside', async () => {
    const parent = temporaryFolder({ 'mine/rules.json': {}, 'mine/skills/.gitkeep': '' });
    const root = join(parent, 'mine');
    expect(await located(parent)).toEqual({ root, skillsFolder: 'skills', layout: 'registry' });
    expect(await located(join(root, 'skills'))).toEqual({ root, skillsFolder: 'skills', layout: 'registry' });
  });

  it('asks to choose when the folder above holds several', async () => {
    const parent = temporaryFolder({
      ...skillFiles(`a/skills/${KEY}`, KEY),
      ...skillFiles(`b/skills/${KEY}`, KEY),
    });
    const result = await locateRegistry(parent);
    expect(result).toMatchObject({ ok: false, candidates: [join(parent, 'a'), join(parent, 'b')] });
  });

  it('accepts languages without skills/ above them', async () => {
    const root = temporaryFolder(skillFiles(KEY, KEY));
    expect(await located(root)).toEqual({ root, skillsFolder: '', layout: 'flat' });
  });

  it('accepts one skill', async () => {
    const root = temporaryRegistry([KEY]);
    const folder = join(root, 'skills', KEY);
    expect(await located(folder)).toEqual({ root: folder, skillsFolder: '', layout: 'skill' });
  });

  it.each(['.skills', '.skills/core'])('knows a library’s own skill by its %s alone', async (picked) => {
    const root = join(temporaryFolder(skillFiles(picked, KEY)), picked);
    expect(await located(root)).toEqual({ root, skillsFolder: '', layout: 'library' });
  });

  it('knows a library’s own skills by their .skills alone', async () => {
    const root = join(temporaryFolder(skillFiles('.skills/core', KEY)), '.skills');
    expect(await located(root)).toEqual({ root, skillsFolder: '', layout: 'library' });
  });

  it("accepts a library's repository with .skills/", async () => {
    const root = temporaryFolder({ ...skillFiles('.skills', KEY), 'src/main.cpp': '' });
    expect(await located(root)).toEqual({ root, skillsFolder: '.skills', layout: 'library' });
  });

  it('resolves a link to the registry', async () => {
    const root = temporaryRegistry([KEY]);
    const link = join(temporaryFolder(), 'link');
    symlinkSync(root, link);
    expect(await located(link)).toMatchObject({ root });
  });

  it('refuses any other folder with what was looked for and found', async () => {
    const root = temporaryFolder({ 'a/b.txt': '', 'c.txt': '' });
    const result = await locateRegistry(root);
    expect(result).toMatchObject({ ok: false });
    expect(result.ok ? '' : result.reason).toBe(
      `There is no skill in ${root}. Looked for skill.json up to 4 levels down, a skills/ folder and index.json.`,
    );
  });

  it('refuses a file and a missing folder in plain words', async () => {
    const root = temporaryFolder({ 'file.txt': '' });
    expect(await locateRegistry(join(root, 'file.txt'))).toMatchObject({
      ok: false,
      reason: expect.stringContaining('is a file'),
    });
    expect(await locateRegistry(join(root, 'none'))).toMatchObject({
      ok: false,
      reason: expect.stringContaining('no folder'),
    });
  });
});
