import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startCli, temporaryUserFolder } from '../support/built-cli.ts';
import { createDiskLab, noDiskLab } from '../support/disk-lab/disk-lab.ts';
import { type Served, startServed, withinPatience } from '../support/disk-lab/served.ts';
import { temporaryRegistry, writeFiles } from '../support/temporary-registry.ts';
import { eventually } from '../support/test-server.ts';
import { unless } from '../support/unless.ts';

const KEY = 'cpp/gabime/spdlog';
const OTHER = 'go/jackc/pgx';
const ALL = [KEY, OTHER];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The list as it is answered now: all of it, or a reason why there is none. Never a part of it, never an empty one. */
async function wholeOrRefused(served: Served): Promise<'whole' | 'refused'> {
  const { status, text } = await served.get('/v1/skills');
  if (status === 503) {
    const { error } = JSON.parse(text) as { error: string };
    expect(error.length).toBeGreaterThan(10);
    return 'refused';
  }
  expect(status).toBe(200);
  expect((JSON.parse(text) as { skills: { key: string }[] }).skills.map(({ key }) => key).sort()).toEqual(
    ALL,
  );
  return 'whole';
}

/** Health and list say the same. */
async function expectRefused(served: Served): Promise<void> {
  await eventually(
    async () => (await served.get('/health')).status,
    (status) => status === 503,
  );
  for (const path of ['/health', '/v1/skills', `/v1/skills/${KEY}`, '/v1/search?q=a', '/v1/find?q=a']) {
    const { status, text } = await served.get(path);
    expect({ path, status }).toEqual({ path, status: 503 });
    expect(Object.keys(JSON.parse(text))).toEqual(['error']);
  }
  const { registry } = await served.status();
  expect(registry).toMatchObject({ available: false, reason: expect.stringMatching(/.{10}/) });
}

async function expectBackAndFollowed(served: Served, registry: string): Promise<void> {
  await eventually(
    async () => (await served.get('/health')).status,
    (status) => status === 200,
  );
  expect(await served.keys()).toEqual(ALL);
  writeFileSync(join(registry, 'skills', KEY, 'safety.md'), 'back again zeppelin\n');
  await eventually(
    () => served.find('zeppelin'),
    (found) => found.includes(KEY),
  );
}

describe('a registry’s own folder', unless(noDiskLab), () => {
  for (const [error, isEveryday] of [
    ['EIO', true],
    ['EACCES', false],
    ['ESTALE', false],
    ['EPERM', false],
  ] as const)
    it(`with ${error} keeps the whole list, and is followed again afterwards`, {
      tags: isEveryday ? [] : ['ci'],
    }, async () => {
      const registry = temporaryRegistry(ALL);
      const lab = createDiskLab();
      const served = await startServed(registry, lab);
      lab.fail(registry, error);
      writeFileSync(join(registry, 'skills', KEY, 'safety.md'), 'Someone looks here.\n');
      for (let looks = 0; looks < 15; looks += 1) {
        await wholeOrRefused(served);
        await pause(200);
      }
      lab.heal(registry);
      await expectBackAndFollowed(served, registry);
    });

  it('during a hang keeps the list and /health, and is followed again afterwards', async () => {
    const registry = temporaryRegistry(ALL);
    const lab = createDiskLab();
    const served = await startServed(registry, lab);
    lab.hang(registry);
    writeFileSync(join(registry, 'skills', KEY, 'safety.md'), 'Someone looks here.\n');
    for (let looks = 0; looks < 15; looks += 1) {
      await wholeOrRefused(served);
      expect([200, 503]).toContain((await served.get('/health')).status);
      await pause(200);
    }
    lab.heal(registry);
    await expectBackAndFollowed(served, registry);
  });

  it('that hangs at the start is said to be read, once, until it is', async () => {
    const registry = temporaryRegistry(ALL);
    const lab = createDiskLab();
    lab.hang(registry);
    const cli = startCli(['serve', '-r', registry, '-p', '0'], {
      userFolder: temporaryUserFolder(),
      env: lab.env,
    });
    await eventually(cli.err, (text) => text.includes('Reading'));
    lab.heal(registry);
    expect(await eventually(cli.out, (text) => text.includes('Stop with'))).toContain('is serving');
    expect(cli.err()).toBe(`Reading ${registry} …\n`);
  });

  it('during a hang leaves room for other work', { tags: 'ci' }, async () => {
    const registry = temporaryRegistry(ALL);
    const lab = createDiskLab();
    // Whoever looks at the root each second and waits for the answer soon has no thread left.
    lab.hang(registry, 's');
    const served = startServed(registry, lab);
    await lab.someoneWaits(registry);
    lab.heal(registry);
    const { get, cli } = await served;
    lab.hang(registry, 's');
    await pause(8_000);
    expect((await get('/health')).status).toBeGreaterThan(0);
    expect((await get('/v1/status')).status).toBe(200);
    cli.process.kill('SIGTERM');
    await withinPatience(cli.exited, 'SIGTERM');
  });

  it('that could not be watched once is watched later on', async () => {
    const registry = temporaryRegistry(ALL);
    const lab = createDiskLab();
    lab.fail(registry, 'EPERM', 'w');
    const served = await startServed(registry, lab);
    await pause(500);
    lab.heal(registry);
    writeFiles(registry, {
      'index.json': {
        schema: 'skills/v1',
        version: 77,
        updated_at: '2026-02-01T00:00:00Z',
        skills: [
          { key: KEY, name: 'spdlog', language: 'cpp', tier: 'tier2', group: 'main', summary: 'Now.' },
        ],
      },
    });
    await eventually(
      async () => (await served.get('/v1/skills')).text,
      (text) => text.includes('"summary":"Now."'),
    );
  });

  it('with a single EPERM during a scan stays served', async () => {
    const registry = temporaryRegistry(ALL);
    const lab = createDiskLab();
    const served = await startServed(registry, lab);
    lab.fail(registry, 'EPERM');
    writeFileSync(join(registry, 'skills', KEY, 'safety.md'), 'Someone looks here.\n');
    await pause(1_500);
    lab.heal(registry);
    await expectBackAndFollowed(served, registry);
  });
});

describe('a registry’s own folder', () => {
  it('after a deletion is reported missing by list and health until the return', async () => {
    const registry = temporaryRegistry(ALL);
    const served = await startServed(registry, undefined);
    renameSync(registry, `${registry}-away`);
    await expectRefused(served);
    renameSync(`${registry}-away`, registry);
    await expectBackAndFollowed(served, registry);
  });

  it('replaced by an empty folder, as after an unplugged disk, is reported missing', async () => {
    const registry = temporaryRegistry(ALL);
    const served = await startServed(registry, undefined);
    renameSync(registry, `${registry}-away`);
    mkdirSync(registry);
    await expectRefused(served);
    rmSync(registry, { recursive: true });
    renameSync(`${registry}-away`, registry);
    await expectBackAndFollowed(served, registry);
  });

  it('with another registry in its place is served as that', async () => {
    const registry = temporaryRegistry(ALL);
    const another = temporaryRegistry(['rust/tokio-rs/tokio']);
    const served = await startServed(registry, undefined);
    renameSync(registry, `${registry}-away`);
    cpSync(another, registry, { recursive: true });
    await eventually(
      async () => (await served.get('/v1/skills')).text,
      (text) => text.includes('rust/tokio-rs/tokio') && !text.includes(KEY),
    );
    rmSync(`${registry}-away`, { recursive: true });
  });

  it('emptied by the owner, and still the same folder, is an empty registry', async () => {
    const registry = temporaryRegistry(ALL);
    const served = await startServed(registry, undefined);
    for (const key of ALL) rmSync(join(registry, 'skills', key), { recursive: true });
    await eventually(
      () => served.keys(),
      (keys) => keys.length === 0,
    );
    expect((await served.get('/health')).status).toBe(200);
  });
});
