import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../../../src-server/contract/service/logger.ts';
import { openDisk } from '../../../../src-server/registry/disk/open-disk.ts';
import { openLiveRegistry } from '../../../../src-server/registry/live-registry.ts';
import { temporaryFolder, temporaryRegistry, writeFiles } from '../../../support/temporary-registry.ts';
import { eventually } from '../../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const WORKER = fileURLToPath(new URL('../../../../dist/server/disk-worker.js', import.meta.url));

/** The built thread, which ends as soon as it is asked to scan a skill. */
const mortal = (end: string) => `
import { parentPort } from 'node:worker_threads';
const on = parentPort.on.bind(parentPort);
parentPort.on = (name, handle) =>
  on(name, (message) => {
    if (message.type === 'scan') ${end};
    handle(message);
  });
await import(${JSON.stringify(pathToFileURL(WORKER).href)});
`;

it.each([
  ['exits', 'process.exit(1)'],
  ['throws', "throw new Error('a defect')"],
])('a thread that %s is replaced: the last state stays served, and what changed is found', async (_, end) => {
  const folder = temporaryFolder({ 'worker.mjs': mortal(end) });
  const root = temporaryRegistry([KEY]);
  const errors: string[] = [];
  const logger = { ...silentLogger, error: (message: string) => void errors.push(message) };
  const live = openLiveRegistry({
    location: { root, skillsFolder: 'skills', layout: 'registry' },
    disk: openDisk({ logger, workerUrl: pathToFileURL(join(folder, 'worker.mjs')) }),
    watch: 'off',
    scanIntervalMs: 0,
    logger,
  });
  onTestFinished(() => live.close());
  await live.listen({ onSnapshot() {}, onChecked() {}, onChange() {} });
  const skill = () => live.snapshot().skills.get(KEY) ?? expect.unreachable();
  await live.refresh(skill());
  expect(errors).toEqual(['A disk thread ended and is replaced.']);
  const codes = () => live.snapshot().general.loader.map(({ code }) => code);
  expect(codes()).toEqual(['unreadable-kept']);
  writeFiles(root, { [`skills/${KEY}/safety.md`]: 'quaternion' });
  await eventually(
    () => skill().files.get('safety.md')?.size,
    (size) => size === 'quaternion'.length,
  );
  expect(codes()).toEqual([]);
});
