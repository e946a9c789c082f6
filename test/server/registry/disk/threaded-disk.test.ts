import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { silentLogger } from '../../../../src-server/contract/service/logger.ts';
import { openDisk } from '../../../../src-server/registry/disk/open-disk.ts';
import type { ServedEvents } from '../../../../src-server/registry/disk/registry-disk.ts';
import type { SnapshotUpdate } from '../../../../src-server/registry/model/snapshot-update.ts';
import { temporaryFolder, temporaryRegistry, writeFiles } from '../../../support/temporary-registry.ts';

const KEY = 'cpp/gabime/spdlog';
const WORKER = fileURLToPath(new URL('../../../../dist/server/disk-worker.cjs', import.meta.url));
const ignore = () => {};
const EVENTS: ServedEvents = {
  onUpdate: ignore,
  onRoot: ignore,
  onWatching: ignore,
  onUnreadable: ignore,
  seed: () => undefined,
};

/** A disk whose threads each leave a file when they start, and end when they are asked for a path that is called `exits`. */
function countedDisk() {
  const started = temporaryFolder();
  const script = `
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, threadId } from 'node:worker_threads';
writeFileSync(join(${JSON.stringify(started)}, String(threadId)), '');
const on = parentPort.on.bind(parentPort);
parentPort.on = (name, handle) =>
  on(name, (message) => {
    if (message.type === 'read' && message.requests.some(({ path }) => path.includes('exits'))) process.exit(1);
    handle(message);
  });
await import(${JSON.stringify(pathToFileURL(WORKER).href)});
`;
  const workerUrl = pathToFileURL(join(temporaryFolder({ 'worker.mjs': script }), 'worker.mjs'));
  const disk = openDisk({ logger: silentLogger, workerUrl });
  return { disk, countThreads: () => readdirSync(started).length };
}

const follow = (root: string) =>
  ({
    location: { root, skillsFolder: 'skills', layout: 'registry' },
    watch: 'off',
    scanIntervalMs: 0,
  }) as const;

const fileOf = (root: string, name: string) => {
  const inside = join(root, 'skills', KEY);
  return { path: join(inside, name), inside, maxSize: 1024 * 1024 };
};

it('starts no second thread for what is read while the registry is looked at for the first time', async () => {
  const { disk, countThreads } = countedDisk();
  const root = temporaryRegistry([KEY]);
  const following = disk.follow(follow(root), EVENTS);
  const [reading] = await disk.read([fileOf(root, 'skill.json')]);
  expect(reading?.ok && JSON.parse(reading.bytes.toString('utf8'))).toMatchObject({ schema: 'skills/v1' });
  await following;
  expect(countThreads()).toBe(1);
  await disk.close();
});

it('reads in a thread of its own after that, so that nobody waits for a walk', async () => {
  const { disk, countThreads } = countedDisk();
  const root = temporaryRegistry([KEY]);
  await disk.follow(follow(root), EVENTS);
  const [reading] = await disk.read([fileOf(root, 'skill.json')]);
  expect(reading?.ok && Buffer.isBuffer(reading.bytes)).toBe(true);
  expect(countThreads()).toBe(2);
  await disk.close();
});

it('says that a file is unreadable where the thread of the first look ended with it', async () => {
  const { disk } = countedDisk();
  const root = temporaryRegistry([KEY]);
  const following = disk.follow(follow(root), EVENTS);
  const readings = await disk.read([fileOf(root, 'exits.md')]);
  expect(readings).toEqual([{ ok: false, cause: 'unreadable', code: 'UNKNOWN' }]);
  await following;
  const [next] = await disk.read([fileOf(root, 'skill.json')]);
  expect(next?.ok).toBe(true);
  await disk.close();
});

it('tells two texts of index.json apart, as who kept what was served needs it', async () => {
  const root = temporaryRegistry([KEY]);
  const revisionOf = async (text: string) => {
    writeFiles(root, { 'index.json': text });
    const { disk } = countedDisk();
    let revision: string | undefined;
    const onUpdate = ({ version }: SnapshotUpdate) => {
      revision = version?.revision;
    };
    await disk.follow(follow(root), { ...EVENTS, onUpdate });
    await disk.close();
    return revision;
  };
  const one = `{"schema":"skills/v1","version":1,"skills":[{"key":"${KEY}","summary":"One."}]}`;
  const first = await revisionOf(one);
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(await revisionOf(one)).toBe(first);
  expect(await revisionOf(one.replace('One', 'Two'))).not.toBe(first);
});
