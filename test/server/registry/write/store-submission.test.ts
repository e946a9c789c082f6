import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../src-server/contract/limits.ts';
import { silentLogger } from '../../../../src-server/contract/service.ts';
import type { Submission } from '../../../../src-server/registry/check-submission.ts';
import { storeSubmission } from '../../../../src-server/registry/store-submission.ts';
import { readSnapshot } from '../../../support/read-snapshot.ts';
import { skillFiles, temporaryFolder, temporaryRegistry } from '../../../support/temporary-registry.ts';
import { validSkill } from '../../../support/valid-skill.ts';

const KEY = 'cpp/gabime/spdlog';

function submission(key: string): Submission {
  const { manifest, files } = validSkill(key);
  return { key, manifest, manifestText: JSON.stringify(manifest), files };
}

async function store(registry: string, key: string): Promise<string> {
  return storeSubmission(await readSnapshot(registry), submission(key), silentLogger);
}

const readIndex = (registry: string) => JSON.parse(readFileSync(join(registry, 'index.json'), 'utf8'));

describe('storeSubmission', () => {
  it('takes no more once as many skills of tier2 are there as a registry keeps', async () => {
    const registry = temporaryRegistry([KEY]);
    const snapshot = await readSnapshot(registry);
    const [own] = snapshot.skills.values();
    const full = (count: number, tier: string) => ({
      ...snapshot,
      skills: new Map(
        Array.from({ length: count }, (_, at) => {
          const key = `cpp/author/lib${at}`;
          return [key, { ...own, key, manifest: { tier } }] as const;
        }),
      ),
    });
    const add = (count: number, tier: string) =>
      storeSubmission(full(count, tier), submission('cpp/redis/hiredis'), silentLogger);
    await expect(add(LIMITS.submittedSkills, 'tier2')).rejects.toMatchObject({
      code: 'registry_full',
      status: 409,
      message: expect.stringContaining('5,000 skills of tier2 and takes no more'),
    });
    await expect(add(LIMITS.submittedSkills, 'tier1')).resolves.toContain('hiredis');
  });

  it('puts the whole skill in place and leaves nothing else', async () => {
    const registry = temporaryRegistry([KEY]);
    const folder = await store(registry, 'cpp/redis/hiredis');
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(
      [...Object.keys(validSkill().files), 'examples', 'skill.json'].sort(),
    );
    expect(readdirSync(join(registry, 'skills'))).toEqual(['cpp']);
    expect((await readSnapshot(registry)).skills.has('cpp/redis/hiredis')).toBe(true);
  });

  it('adds the entry to index.json, a version more', async () => {
    const index = {
      schema: 'skills/v1',
      version: 6,
      updated_at: '2026-01-01T00:00:00Z',
      skills: [],
      team: 'us',
    };
    const registry = temporaryRegistry([], { 'index.json': index });
    await store(registry, 'cpp/redis/hiredis');
    expect(readIndex(registry)).toMatchObject({
      version: 7,
      team: 'us',
      skills: [{ key: 'cpp/redis/hiredis', tier: 'tier2', trust_score: 72 }],
    });
  });

  it.each([KEY, 'cpp/Gabime/SPDLOG'])(
    'refuses the key %s where a skill has it in any letters',
    async (key) => {
      const registry = temporaryRegistry([KEY]);
      await expect(store(registry, key)).rejects.toMatchObject({ code: 'skill_exists' });
    },
  );

  it('never overwrites a folder that the registry did not know yet', async () => {
    const registry = temporaryRegistry([KEY]);
    const snapshot = await readSnapshot(registry);
    const folder = join(registry, 'skills/cpp/redis/hiredis');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'mine.md'), 'mine');
    await expect(
      storeSubmission(snapshot, submission('cpp/redis/hiredis'), silentLogger),
    ).rejects.toMatchObject({ code: 'skill_exists' });
    expect(readdirSync(folder)).toEqual(['mine.md']);
  });

  it('lets exactly one of many with the same key in', async () => {
    const registry = temporaryRegistry([KEY]);
    const snapshot = await readSnapshot(registry);
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        storeSubmission(snapshot, submission('cpp/redis/hiredis'), silentLogger),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('loses no entry of many at once', async () => {
    const index = { schema: 'skills/v1', version: 1, updated_at: '2026-01-01T00:00:00Z', skills: [] };
    const registry = temporaryRegistry([], { 'index.json': index, 'skills/.keep': '' });
    const snapshot = await readSnapshot(registry);
    const keys = Array.from({ length: 8 }, (_, number) => `cpp/redis/lib${number}`);
    await Promise.all(keys.map((key) => storeSubmission(snapshot, submission(key), silentLogger)));
    const { version, skills } = readIndex(registry) as { version: number; skills: { key: string }[] };
    expect([version, skills.map(({ key }) => key).toSorted()]).toEqual([9, keys]);
  });

  it('never writes through a link that leads out of the registry', async () => {
    const outside = temporaryFolder();
    const registry = temporaryRegistry([KEY]);
    symlinkSync(outside, join(registry, 'skills/cpp/redis'));
    await expect(store(registry, 'cpp/redis/hiredis')).rejects.toMatchObject({ code: 'internal' });
    expect(readdirSync(outside)).toEqual([]);
  });

  it('takes nothing into a library’s own folder', async () => {
    const library = temporaryFolder(skillFiles('.skills', KEY));
    await expect(store(library, 'cpp/redis/hiredis')).rejects.toMatchObject({ code: 'submissions_off' });
  });

  it('reports the failure, and leaves no file behind', async () => {
    const registry = temporaryRegistry([KEY]);
    const snapshot = await readSnapshot(registry);
    // A file where the folder for drafts would be stands for every way in which writing fails.
    writeFileSync(join(registry, 'skills/.submissions'), '');
    await expect(
      storeSubmission(snapshot, submission('cpp/redis/hiredis'), silentLogger),
    ).rejects.toMatchObject({ code: 'internal', message: expect.stringContaining('could not be stored') });
    expect(existsSync(join(registry, 'skills/cpp/redis'))).toBe(false);
  });
});
