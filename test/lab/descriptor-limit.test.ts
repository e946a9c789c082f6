import { readdirSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDiskLab, noDiskLab } from '../support/disk-lab/disk-lab.ts';
import { type Served, startServed } from '../support/disk-lab/served.ts';
import { temporaryRegistry } from '../support/temporary-registry.ts';
import { eventually } from '../support/test-server.ts';
import { notOnLinux, unless } from '../support/unless.ts';

const KEYS = Array.from({ length: 12 }, (_, number) => `go/author/name-${10 + number}`);
const FIRST = KEYS[0] ?? '';
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const editAll = (registry: string, text: string) => {
  for (const key of KEYS) writeFileSync(join(registry, 'skills', key, 'safety.md'), `${text} ${key}\n`);
};

describe('a second without handles for files', unless(noDiskLab), () => {
  it('makes no skill vanish, and edits made meanwhile show afterwards', async () => {
    const registry = temporaryRegistry(KEYS);
    const lab = createDiskLab();
    const served = await startServed(registry, lab);
    lab.fail(registry, 'EMFILE');
    editAll(registry, 'zeppelin');
    for (let looks = 0; looks < 10; looks += 1) {
      expect(await served.keys()).toEqual(KEYS);
      await pause(100);
    }
    lab.heal(registry);
    await eventually(
      () => served.find('zeppelin'),
      (found) => found.length === KEYS.length,
    );
    expect(await served.keys()).toEqual(KEYS);
  });
});

const openFiles = ({ process: { pid } }: Served['cli']) => readdirSync(`/proc/${pid}/fd`).length;

/** Opens idle connections until the process holds as many files as it may; ended with the test. */
async function exhaust({ url, cli }: Served, limit: number): Promise<readonly Socket[]> {
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (let count = 0; count < limit * 2; count += 1) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => {});
    sockets.push(socket);
  }
  // One that is closed while they are counted may be counted with the one that took its place.
  await eventually(
    () => openFiles(cli),
    (open) => open >= limit,
  );
  return sockets;
}

describe('a process that may open few files', unless(notOnLinux), () => {
  it('loses no skill while clients hold all handles, and follows the folder again afterwards', {
    tags: 'ci',
  }, async () => {
    const registry = temporaryRegistry(KEYS);
    const limit = 90;
    const served = await startServed(registry, undefined, {
      through: ['sh', '-c', `ulimit -n ${limit} && exec "$0" "$@"`],
    });
    // Asked over a connection that is there already: there is no handle for another one.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const keysNow = async () =>
      (await served.get('/v1/skills', { agent }))
        .json<{ skills: { key: string }[] }>()
        .skills.map(({ key }) => key)
        .sort();
    const prepared = (await served.get(`/v1/skills/${FIRST}`, { agent })).text;
    expect(await keysNow()).toEqual(KEYS);
    const sockets = await exhaust(served, limit);
    editAll(registry, 'meanwhile');
    for (let looks = 0; looks < 10; looks += 1) {
      expect(await keysNow()).toEqual(KEYS);
      await pause(200);
    }
    for (const socket of sockets) socket.destroy();
    // Until then it refuses whoever comes.
    await eventually(
      () => openFiles(served.cli),
      (open) => open < limit / 2,
    );
    await eventually(
      () => served.find('meanwhile'),
      (found) => found.length === KEYS.length,
    );
    expect(await served.keys()).toEqual(KEYS);
    expect(prepared).toContain('"_contents"');
  });
});
