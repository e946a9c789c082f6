import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FullSkill } from '../../src-server/contract/api/api.ts';
import { createDiskLab, type DiskError, noDiskLab } from '../support/disk-lab/disk-lab.ts';
import { type Served, startServed } from '../support/disk-lab/served.ts';
import { manifest, skillFiles, temporaryRegistry, writeFiles } from '../support/temporary-registry.ts';
import { eventually } from '../support/test-server.ts';
import { unless } from '../support/unless.ts';

const KEY = 'cpp/gabime/spdlog';
const NEIGHBOUR = 'cpp/gabime/fmtlog';
const OTHER = 'go/jackc/pgx';
const ALL = [NEIGHBOUR, KEY, OTHER];

/** Waits until what was changed before was looked at: a change that comes after it shows. */
async function lookedAgain(served: Served, registry: string): Promise<void> {
  // Words of which none is near another.
  const word = ['marzipan', 'obsidian', 'tambourine', 'pelican', 'gondola'][rounds++ % 5] ?? '';
  writeFileSync(join(registry, 'skills', OTHER, 'safety.md'), `${word}\n`);
  await eventually(
    () => served.find(word),
    (found) => found.includes(OTHER),
  );
}
let rounds = 0;

describe('a folder that can’t be read', unless(noDiskLab), () => {
  describe('because of EIO', () => describeFailing('EIO'));
  describe.each<DiskError>(['EACCES', 'ESTALE', 'EMFILE'])('because of %s', { tags: 'ci' }, describeFailing);

  function describeFailing(error: DiskError): void {
    it('stays in the list, in every search and among the prepared answers', async () => {
      const registry = temporaryRegistry(ALL);
      writeFileSync(join(registry, 'skills', KEY, 'safety.md'), 'quaternion\n');
      const lab = createDiskLab();
      const served = await startServed(registry, lab);
      const prepared = (await served.get(`/v1/skills/${KEY}`)).text;
      expect(await served.find('quaternion')).toEqual([KEY]);
      lab.fail(join(registry, 'skills', KEY), error);
      writeFileSync(join(registry, 'skills', KEY, 'overview.md'), 'Nobody can see this now.\n');
      await lookedAgain(served, registry);
      expect(await served.keys()).toEqual(ALL);
      expect(await served.search('spdlog')).toEqual([KEY]);
      expect(await served.find('quaternion')).toEqual([KEY]);
      expect(await served.get(`/v1/skills/${KEY}`)).toMatchObject({ status: 200, text: prepared });
    });

    it('is told of with the reason and since when', async () => {
      const registry = temporaryRegistry(ALL);
      const lab = createDiskLab();
      const served = await startServed(registry, lab);
      const before = new Date(Date.now() - 1_000).toISOString();
      lab.fail(join(registry, 'skills', KEY), error);
      writeFileSync(join(registry, 'skills', KEY, 'overview.md'), 'Nobody can see this now.\n');
      const [told] = await eventually(
        async () => (await served.diagnostics()).filter(({ message }) => message.includes(error)),
        ({ length }) => length > 0,
      );
      expect(`${told?.file ?? ''} ${told?.skillKey ?? ''}`).toContain(KEY);
      const since = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(told?.message ?? '')?.[0] ?? '';
      expect(since > before && since <= new Date().toISOString(), told?.message).toBe(true);
    });

    it('is read again by itself when the disk works again, with the edits made meanwhile', async () => {
      const registry = temporaryRegistry(ALL);
      const lab = createDiskLab();
      const served = await startServed(registry, lab);
      lab.fail(join(registry, 'skills', KEY), error);
      writeFileSync(join(registry, 'skills', KEY, 'safety.md'), 'meanwhile zeppelin\n');
      await lookedAgain(served, registry);
      lab.heal(join(registry, 'skills', KEY));
      await eventually(
        () => served.find('zeppelin'),
        (found) => found.includes(KEY),
      );
      expect(await served.keys()).toEqual(ALL);
      expect((await served.get('/v1/diagnostics')).text).not.toContain(error);
    });
  }

  it.each(['skills/cpp/gabime', 'skills/cpp'])('may be %s: nothing below it goes', async (folder) => {
    const registry = temporaryRegistry(ALL);
    const lab = createDiskLab();
    const served = await startServed(registry, lab);
    lab.fail(join(registry, folder), 'EIO');
    writeFileSync(join(registry, 'skills', KEY, 'safety.md'), 'meanwhile zeppelin\n');
    renameSync(join(registry, 'skills', NEIGHBOUR), join(registry, 'skills', `${NEIGHBOUR}-2`));
    await lookedAgain(served, registry);
    expect(await served.keys()).toEqual(ALL);
    lab.heal(join(registry, folder));
    await eventually(
      () => served.find('zeppelin'),
      (found) => found.includes(KEY),
    );
    // Places are tried again one after the other.
    await eventually(
      () => served.keys(),
      (keys) => keys.join() === [`${NEIGHBOUR}-2`, KEY, OTHER].join(),
    );
  });

  it('disappears after a deletion, also during the fault', async () => {
    const registry = temporaryRegistry(ALL);
    const lab = createDiskLab();
    const served = await startServed(registry, lab);
    lab.fail(join(registry, 'skills/cpp'), 'EIO');
    rmSync(join(registry, 'skills', KEY), { recursive: true });
    await lookedAgain(served, registry);
    expect(await served.keys()).toEqual(ALL);
    lab.heal(join(registry, 'skills/cpp'));
    await eventually(
      () => served.keys(),
      (keys) => !keys.includes(KEY),
    );
    expect(await served.keys()).toEqual([NEIGHBOUR, OTHER]);
    expect((await served.get(`/v1/skills/${KEY}`)).status).toBe(404);
  });

  it('keeps nothing else from being picked up', async () => {
    const registry = temporaryRegistry(ALL);
    const lab = createDiskLab();
    const served = await startServed(registry, lab);
    lab.fail(join(registry, 'skills', KEY), 'EIO');
    writeFiles(registry, skillFiles('skills/rust/tokio-rs/tokio', 'rust/tokio-rs/tokio'));
    rmSync(join(registry, 'skills', NEIGHBOUR), { recursive: true });
    await eventually(
      () => served.keys(),
      (keys) => keys.includes('rust/tokio-rs/tokio') && !keys.includes(NEIGHBOUR),
    );
    expect(await served.keys()).toContain(KEY);
  });

  it('at the start is told of too', async () => {
    const registry = temporaryRegistry(ALL);
    const lab = createDiskLab();
    lab.fail(join(registry, 'skills', KEY), 'EIO');
    const served = await startServed(registry, lab);
    const told = (await served.diagnostics()).filter(({ message }) => message.includes('EIO'));
    expect(told.map(({ file }) => file)).toEqual([expect.stringContaining(KEY)]);
  });

  it('at the start appears as soon as reading works', async () => {
    const registry = temporaryRegistry(ALL);
    const lab = createDiskLab();
    lab.fail(join(registry, 'skills', KEY), 'EIO');
    const served = await startServed(registry, lab);
    expect(await served.keys()).toEqual([NEIGHBOUR, OTHER]);
    lab.heal(join(registry, 'skills', KEY));
    await eventually(
      () => served.keys(),
      (keys) => keys.includes(KEY),
    );
  });
});

describe('a file that can’t be read', unless(noDiskLab), () => {
  it('is named with the reason in each answer of the skill', async () => {
    const registry = temporaryRegistry(ALL);
    const lab = createDiskLab();
    const served = await startServed(registry, lab);
    lab.fail(join(registry, 'skills', KEY, 'safety.md'), 'EIO', 'or');
    for (let times = 0; times < 3; times += 1) {
      const { status, text } = await served.get(`/v1/skills/${KEY}`);
      expect(status).not.toBe(404);
      expect(text).toContain('safety.md');
      expect(text).toContain('EIO');
    }
    const section = await served.get(`/v1/skills/${KEY}/safety`);
    expect(section).toMatchObject({ status: 503, text: expect.stringContaining('safety.md') });
  });

  it('is in its skill’s answer again as soon as it can be read', async () => {
    const registry = temporaryRegistry(ALL);
    const lab = createDiskLab();
    const served = await startServed(registry, lab);
    const file = join(registry, 'skills', KEY, 'safety.md');
    lab.fail(file, 'EIO', 'or');
    await served.get(`/v1/skills/${KEY}`);
    lab.heal(file);
    const skill = await eventually(
      async () => (await served.get(`/v1/skills/${KEY}`)).json<Partial<FullSkill>>(),
      ({ _contents = {} }) => 'safety.md' in _contents,
    );
    expect(JSON.stringify(skill)).not.toContain('EIO');
    expect((await served.get(`/v1/skills/${KEY}/safety`)).status).toBe(200);
  });

  it('leaves the other files of its skill where they were', async () => {
    const registry = temporaryRegistry(ALL);
    const lab = createDiskLab();
    const served = await startServed(registry, lab);
    lab.fail(join(registry, 'skills', KEY, 'safety.md'), 'EIO', 'or');
    expect((await served.get(`/v1/skills/${KEY}/overview`)).status).toBe(200);
    expect(await served.keys()).toEqual(ALL);
  });

  it('skill.json: the last good version is served until reading works', async () => {
    const registry = temporaryRegistry(ALL);
    const lab = createDiskLab();
    const served = await startServed(registry, lab);
    const file = join(registry, 'skills', KEY, 'skill.json');
    lab.fail(file, 'EIO');
    writeFileSync(join(registry, 'skills', KEY, 'overview.md'), 'Look here again.\n');
    await lookedAgain(served, registry);
    expect(await served.keys()).toEqual(ALL);
    expect((await served.get(`/v1/skills/${KEY}`)).status).toBe(200);
    lab.heal(file);
    writeFileSync(file, JSON.stringify(manifest(KEY, { summary: 'Readable again.' })));
    await eventually(
      async () => (await served.get('/v1/skills')).text,
      (text) => text.includes('Readable again.'),
    );
  });

  it('index.json: the last good version is used until reading works', async () => {
    const index = (summary: string) => ({
      schema: 'skills/v1',
      version: 5,
      updated_at: '2026-02-01T00:00:00Z',
      skills: [{ key: KEY, name: 'spdlog', language: 'cpp', tier: 'tier2', group: 'main', summary }],
    });
    const registry = temporaryRegistry(ALL, { 'index.json': index('Indexed.') });
    const lab = createDiskLab();
    const served = await startServed(registry, lab);
    const list = async () => (await served.get('/v1/skills')).text;
    expect(await list()).toContain('Indexed.');
    lab.fail(join(registry, 'index.json'), 'EIO');
    writeFiles(registry, { 'new.json': index('Later.') });
    renameSync(join(registry, 'new.json'), join(registry, 'index.json'));
    await lookedAgain(served, registry);
    expect(await list()).toContain('Indexed.');
    lab.heal(join(registry, 'index.json'));
    await eventually(list, (text) => text.includes('Later.'));
  });
});
