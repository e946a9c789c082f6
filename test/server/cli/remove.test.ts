import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCliHere } from '../../support/run-cli-here.ts';
import {
  skillFiles,
  temporaryFolder,
  temporaryRegistry,
  writeFiles,
} from '../../support/temporary-registry.ts';

const SPDLOG = 'cpp/gabime/spdlog';
const TOKIO = 'rust/tokio-rs/tokio';
const INDEX = {
  schema: 'skills/v1',
  version: 7,
  updated_at: '2026-01-02T03:04:05Z',
  team: 'us',
  skills: [SPDLOG, TOKIO, 'go/some/where'].map((key) => ({ key, note: key })),
};

const foldersOf = (registry: string) => readdirSync(join(registry, 'skills')).sort();

describe('skills-registry remove', () => {
  it('deletes the skill and its entry, and leaves everything else', async () => {
    const registry = temporaryRegistry([SPDLOG, TOKIO], { 'index.json': INDEX });
    expect(await runCliHere(['remove', SPDLOG, '--yes', '-r', registry])).toEqual({
      code: 0,
      out: `Removed ${SPDLOG} from ${registry}: the folder skills/${SPDLOG} with 5 files.`,
      err: '',
    });
    expect(foldersOf(registry)).toEqual(['rust']);
    const index = JSON.parse(readFileSync(join(registry, 'index.json'), 'utf8'));
    expect(index).toMatchObject({ version: 8, team: 'us' });
    expect(index.skills).toEqual(INDEX.skills.slice(1));
  });

  it('takes the name alone of one skill, and asks before it is removed', async () => {
    const registry = temporaryRegistry([SPDLOG, TOKIO, 'js/acme/tokio']);
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return 'y';
    };
    const removed = await runCliHere(['remove', 'spdlog', '-r', registry], '/', { ask });
    expect(removed).toMatchObject({ code: 0, out: expect.stringContaining(`Removed ${SPDLOG} from`) });
    expect(asked).toEqual([expect.stringContaining(`Remove ${SPDLOG} from`)]);
    const several = await runCliHere(['remove', 'tokio', '-r', registry], '/', { ask });
    expect(several.err).toContain(`Did you mean js/acme/tokio, ${TOKIO}?`);
    expect(foldersOf(registry)).toEqual(['js', 'rust']);
  });

  it.each(['', 'n', 'yesterday'])('removes nothing where the answer is %j', async (answer) => {
    const registry = temporaryRegistry([SPDLOG]);
    const done = await runCliHere(['remove', SPDLOG, '-r', registry], '/', { ask: async () => answer });
    expect(done).toMatchObject({ code: 1, err: 'Nothing was removed.' });
    expect(existsSync(join(registry, 'skills', SPDLOG, 'skill.json'))).toBe(true);
  });

  it.each([
    [[SPDLOG], 'Nothing was removed: there is nobody to ask. --yes does it without asking.'],
    [['spdlog', '-y'], `Nothing was removed: --yes goes with the whole key, ${SPDLOG}.`],
  ])('removes nothing where nobody can be asked: %j', async (words, err) => {
    const registry = temporaryRegistry([SPDLOG]);
    expect(await runCliHere(['remove', ...words, '-r', registry])).toMatchObject({ code: 2, err });
    expect(foldersOf(registry)).toEqual(['cpp']);
  });

  it('takes the registry that one stands in, and never the sample by default', async () => {
    const registry = temporaryRegistry([SPDLOG, TOKIO], { 'index.json': INDEX });
    expect(await runCliHere(['remove', SPDLOG, '-y'], join(registry, 'skills/rust'))).toMatchObject({
      code: 0,
    });
    expect(await runCliHere(['remove', SPDLOG, '-y'], temporaryFolder())).toMatchObject({
      code: 4,
      err: expect.stringContaining('-r'),
    });
  });

  it('removes a skill that is not served because its skill.json is broken', async () => {
    const registry = temporaryRegistry([SPDLOG, TOKIO], { [`skills/${SPDLOG}/skill.json`]: '{ broken' });
    expect(await runCliHere(['remove', SPDLOG, '-y', '-r', registry])).toMatchObject({ code: 0 });
    expect(foldersOf(registry)).toEqual(['rust']);
  });

  it('removes a skill from where it is, and its entry by either name', async () => {
    const registry = temporaryFolder({
      ...skillFiles('skills/odd/place', SPDLOG),
      'index.json': { ...INDEX, skills: [{ key: 'odd/place' }, { key: SPDLOG }, { key: TOKIO }] },
    });
    await runCliHere(['remove', SPDLOG, '-y', '-r', registry]);
    expect(foldersOf(registry)).toEqual([]);
    const { skills } = JSON.parse(readFileSync(join(registry, 'index.json'), 'utf8'));
    expect(skills).toEqual([{ key: TOKIO }]);
  });

  it.each(['../../etc', 'cpp/gabime', 'cpp/gabime/none', '', '.'])('has no skill %j', async (key) => {
    const registry = temporaryRegistry([SPDLOG]);
    expect(await runCliHere(['remove', key, '-y', '-r', registry])).toMatchObject({
      code: 1,
      err: `Skill '${key}' not found in ${registry}.`,
    });
    expect(foldersOf(registry)).toEqual(['cpp']);
  });

  it('removes no skill that has another inside of it', async () => {
    const registry = temporaryFolder({
      ...skillFiles(`skills/${SPDLOG}`, SPDLOG),
      ...skillFiles(`skills/${SPDLOG}/inner`, TOKIO),
    });
    expect(await runCliHere(['remove', SPDLOG, '-y', '-r', registry])).toMatchObject({
      code: 1,
      err: expect.stringContaining('a skill of its own'),
    });
    expect(existsSync(join(registry, 'skills', SPDLOG, 'skill.json'))).toBe(true);
  });

  it('removes nothing through a link', async () => {
    const registry = temporaryRegistry([TOKIO]);
    writeFiles(registry, skillFiles('elsewhere/spdlog', SPDLOG));
    mkdirSync(join(registry, 'skills/cpp/gabime'), { recursive: true });
    symlinkSync(join(registry, 'elsewhere/spdlog'), join(registry, 'skills', SPDLOG), 'dir');
    const { code } = await runCliHere(['remove', SPDLOG, '-y', '-r', registry]);
    expect(code).toBe(1);
    expect(existsSync(join(registry, 'elsewhere/spdlog/skill.json'))).toBe(true);
  });

  it('leaves an index.json alone that it can’t understand, and says so', async () => {
    const registry = temporaryRegistry([SPDLOG, TOKIO], { 'index.json': '{ broken' });
    const { out } = await runCliHere(['remove', SPDLOG, '-y', '-r', registry]);
    expect(out).toContain('index.json is left as it is');
    expect(readFileSync(join(registry, 'index.json'), 'utf8')).toBe('{ broken');
    expect(foldersOf(registry)).toEqual(['rust']);
  });

  it('removes nothing where index.json is a link', async () => {
    const registry = temporaryRegistry([SPDLOG, TOKIO], { 'real.json': INDEX });
    symlinkSync('real.json', join(registry, 'index.json'));
    const { code, err } = await runCliHere(['remove', SPDLOG, '-y', '-r', registry]);
    expect(code).toBe(1);
    expect(err).toContain('is a link');
    expect(foldersOf(registry)).toEqual(['cpp', 'rust']);
  });

  it('is not for one library’s own skill', async () => {
    const registry = temporaryFolder(skillFiles('.skills', SPDLOG));
    expect(await runCliHere(['remove', SPDLOG, '-y', '-r', registry])).toMatchObject({ code: 4 });
    expect(existsSync(join(registry, '.skills/skill.json'))).toBe(true);
  });

  it('does not lose a skill that is moved meanwhile', async () => {
    const registry = temporaryRegistry([SPDLOG, TOKIO]);
    const ask = async () => {
      renameSync(join(registry, 'skills', SPDLOG), join(registry, 'moved'));
      return 'y';
    };
    expect(await runCliHere(['remove', SPDLOG, '-r', registry], '/', { ask })).toMatchObject({ code: 1 });
    expect(existsSync(join(registry, 'moved/skill.json'))).toBe(true);
  });
});
