import { renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readHere } from '../../../src-server/registry/disk/load-registry.ts';
import { readSkillTexts } from '../../../src-server/registry/read-skill-texts.ts';
import { checkTexts } from '../../../src-server/validation/skill-checker.ts';
import { readSnapshot } from '../../support/read-snapshot.ts';
import { temporaryFolder, writeFiles } from '../../support/temporary-registry.ts';
import { validSkillFiles } from '../../support/valid-skill.ts';

const MIB = 1024 * 1024;
const KEY = 'cpp/redis/hiredis';

async function skillIn(root: string) {
  const skill = (await readSnapshot(root)).skills.get(KEY);
  if (skill === undefined) throw new Error('The skill is not there.');
  return skill;
}

describe('readSkillTexts', () => {
  it('reads what the rules are about: skill.json and the knowledge files', async () => {
    const root = temporaryFolder(validSkillFiles(KEY));
    writeFiles(root, { [`skills/${KEY}/notes.txt`]: 'x', [`skills/${KEY}/notes.markdown`]: 'x' });
    const skill = await skillIn(root);
    const read = await readSkillTexts(skill, readHere);
    expect(Object.keys(read.skill.texts)).toEqual(['skill.json', ...skill.files.keys()]);
    expect(read.skill.files.map(({ path }) => path)).toEqual([...skill.files.keys(), 'notes.markdown']);
    expect([read.diagnostics, read.isStale]).toEqual([[], false]);
  });

  it('gives bytes that are checked as the text they are, without its byte order mark', async () => {
    const root = temporaryFolder(validSkillFiles(KEY));
    writeFiles(root, { [`skills/${KEY}/overview.md`]: '\uFEFF# Overview\n\nWhat it\u200b is.\n' });
    const { skill } = await readSkillTexts(await skillIn(root), readHere);
    const found = checkTexts(skill, { layout: 'registry', now: new Date(0) }, () => ({
      tokens: 800,
      isEstimate: false,
    }));
    const hidden = found.filter(({ code }) => code === 'hidden-character');
    expect(hidden.map(({ line }) => line)).toEqual([3]);
  });

  it('leaves out what is over 16 MiB together, and names it', async () => {
    const root = temporaryFolder(
      validSkillFiles(KEY, (skill) => {
        for (const path of Object.keys(skill.files)) delete skill.files[path];
      }),
    );
    const sizes = { 'a.md': 17, 'b.md': 9, 'c.md': 8, 'd.md': 7, 'e.md': 1 };
    for (const [path, size] of Object.entries(sizes)) {
      writeFiles(root, { [`skills/${KEY}/${path}`]: '' });
      truncateSync(join(root, 'skills', KEY, path), size * MIB);
    }
    const skill = await skillIn(root);
    const asked: string[] = [];
    const { diagnostics } = await readSkillTexts(skill, async (requests) => {
      asked.push(...requests.map(({ path }) => path.slice(skill.directory.length + 1)));
      return requests.map(() => ({ ok: false, cause: 'unreadable', code: 'EIO' }));
    });
    expect(asked).toEqual(['skill.json', 'b.md', 'd.md']);
    expect(diagnostics).toMatchObject([
      {
        code: 'texts-left-out',
        severity: 'warning',
        skillKey: KEY,
        message: 'Not checked, as there is too much of it: a.md, c.md, e.md.',
      },
    ]);
  });

  it('says nothing of a file that went away or changed meanwhile, but that it did', async () => {
    const root = temporaryFolder(validSkillFiles(KEY));
    const skill = await skillIn(root);
    rmSync(join(root, 'skills', KEY, 'overview.md'));
    renameSync(join(root, 'skills', KEY, 'safety.md'), join(root, 'skills', KEY, 'pitfalls.md'));
    const read = await readSkillTexts(skill, readHere);
    expect(Object.keys(read.skill.texts)).not.toContain('overview.md');
    expect(Object.keys(read.skill.texts)).not.toContain('pitfalls.md');
    expect(read.isStale).toBe(true);
  });
});
