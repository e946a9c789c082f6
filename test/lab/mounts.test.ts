import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMountRoom, noMountRoom, noSilentMount } from '../support/disk-lab/mount-room.ts';
import { startServed, withinPatience } from '../support/disk-lab/served.ts';
import { temporaryRegistry } from '../support/temporary-registry.ts';
import { eventually } from '../support/test-server.ts';
import { unless } from '../support/unless.ts';

const KEY = 'cpp/gabime/spdlog';
const OTHER = 'go/jackc/pgx';
const ALL = [KEY, OTHER];

describe('an empty file system that is mounted', unless(noMountRoom), () => {
  it('over the registry is reported as a missing registry until the unmount', async () => {
    const registry = temporaryRegistry(ALL);
    const room = await createMountRoom();
    const served = await startServed(registry, undefined, { through: room.through });
    await room.mountEmpty(registry);
    await eventually(
      async () => (await served.get('/health')).status,
      (status) => status === 503,
    );
    expect((await served.get('/v1/skills')).status).toBe(503);
    await room.unmount(registry);
    await eventually(
      async () => (await served.get('/health')).status,
      (status) => status === 200,
    );
    expect(await served.keys()).toEqual(ALL);
    writeFileSync(join(registry, 'skills', KEY, 'safety.md'), 'back zeppelin\n');
    await eventually(
      () => served.find('zeppelin'),
      (found) => found.includes(KEY),
    );
  });

  it('over a folder with skills shows, and so does what was below when it is unmounted', async () => {
    const registry = temporaryRegistry(ALL);
    const room = await createMountRoom();
    const served = await startServed(registry, undefined, { through: room.through });
    // What is looked at because of the start alone doesn't count: mounting raises no event.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await room.mountEmpty(join(registry, 'skills/cpp'));
    await eventually(
      () => served.keys(),
      (keys) => !keys.includes(KEY),
    );
    await room.unmount(join(registry, 'skills/cpp'));
    await eventually(
      () => served.keys(),
      (keys) => keys.includes(KEY),
    );
  });
});

describe('a mount whose server doesn’t answer', unless(noSilentMount), () => {
  it('over a skill affects no other skill, and the service can be stopped', async () => {
    const registry = temporaryRegistry(ALL);
    const room = await createMountRoom();
    const served = await startServed(registry, undefined, { through: room.through });
    await room.mountSilent(join(registry, 'skills', KEY));
    writeFileSync(join(registry, 'skills', KEY, '../touched.txt'), 'Someone looks here.\n');
    // A thread waits for it, which is why the service leaves by a signal.
    await eventually(served.cli.err, (text) => text.includes('The disk does not answer for'));
    expect((await served.get('/health')).status).toBe(200);
    expect(await served.keys()).toEqual(ALL);
    expect((await served.get(`/v1/skills/${OTHER}`)).status).toBe(200);
    served.cli.process.kill('SIGTERM');
    await withinPatience(served.cli.exited, 'SIGTERM');
    expect(served.cli.process.signalCode).toBe('SIGTERM');
    expect(served.isAnnounced()).toBe(false);
  });

  it('lets the service start with the rest, and shows the skill after the unmount', {
    tags: 'ci',
  }, async () => {
    const registry = temporaryRegistry(ALL);
    const room = await createMountRoom();
    await room.mountSilent(join(registry, 'skills/cpp'));
    const served = await startServed(registry, undefined, { through: room.through });
    expect(await served.keys()).toEqual([OTHER]);
    await room.abandonSilent();
    await room.unmount(join(registry, 'skills/cpp'));
    await eventually(
      () => served.keys(),
      (keys) => keys.includes(KEY),
    );
  });

  it('and is then given up keeps what was served, with the reason', { tags: 'ci' }, async () => {
    const registry = temporaryRegistry(ALL);
    const room = await createMountRoom();
    const served = await startServed(registry, undefined, { through: room.through });
    await room.mountSilent(join(registry, 'skills/cpp'));
    await room.abandonSilent();
    await eventually(
      async () => (await served.get('/v1/diagnostics')).text,
      (text) => /ENOTCONN|ECONNABORTED|EIO/.test(text),
    );
    expect(await served.keys()).toEqual(ALL);
  });
});
