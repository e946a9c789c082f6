import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { silentLogger } from '../../../../src-server/contract/service/logger.ts';
import { DiskThread } from '../../../../src-server/registry/disk/disk-thread.ts';
import { openDisk } from '../../../../src-server/registry/disk/open-disk.ts';
import { startDiskWorker } from '../../../../src-server/registry/disk/start-disk-worker.ts';
import { temporaryFolder, temporaryRegistry } from '../../../support/temporary-registry.ts';
import { eventually } from '../../../support/test-server.ts';
import { onWindows, unless } from '../../../support/unless.ts';

const KEY = 'cpp/gabime/spdlog';
const WORKER = pathToFileURL(
  fileURLToPath(new URL('../../../../dist/server/disk-worker.cjs', import.meta.url)),
);

afterEach(() => void vi.useRealTimers());

it('does the work of the disk’s first thread', async () => {
  const started = startDiskWorker(WORKER);
  // Were it not used, another one would be started from here.
  const workerUrl = pathToFileURL(join(temporaryFolder(), 'nothing.js'));
  const disk = openDisk({ logger: silentLogger, workerUrl, started });
  expect((await disk.locate(temporaryRegistry([KEY]))).ok).toBe(true);
  const ended = new Promise((resolve) => started.worker.once('exit', resolve));
  await disk.close();
  await ended;
});

it('is replaced where it failed before anybody asked it', async () => {
  const started = startDiskWorker(pathToFileURL(join(temporaryFolder(), 'nothing.js')));
  await eventually(started.hasFailed, (hasFailed) => hasFailed);
  const disk = openDisk({ logger: silentLogger, workerUrl: WORKER, started });
  expect((await disk.locate(temporaryRegistry([KEY]))).ok).toBe(true);
  await disk.close();
});

it('ends with a disk that nobody asked anything', async () => {
  const started = startDiskWorker(WORKER);
  const ended = new Promise((resolve) => started.worker.once('exit', resolve));
  await openDisk({ logger: silentLogger, workerUrl: WORKER, started }).close();
  await ended;
});

const ignore = () => {};
const EVENTS = { onMessage: ignore, onStuck: ignore, onFree: ignore, onEnd: ignore };

/** A thread that can't be ended while its child sleeps; the child says its number once it runs. */
const BUSY = `
import { spawnSync } from 'node:child_process';
import { workerData } from 'node:worker_threads';
BEFORE
spawnSync('sh', ['-c', 'echo $$ > "$0.new" && mv "$0.new" "$0" && exec sleep SECONDS', 'FILE']);
`;

/** The end of a thread that is busy for so many seconds, and has done `before` first. */
async function endOfBusy(before: string, seconds: number): Promise<boolean> {
  const folder = temporaryFolder();
  const [file, childFile] = [join(folder, 'busy.mjs'), join(folder, 'child')];
  const text = BUSY.replace('BEFORE', before).replace('SECONDS', String(seconds)).replace('FILE', childFile);
  writeFileSync(file, text);
  const thread = new DiskThread(startDiskWorker(pathToFileURL(file)), EVENTS);
  await eventually(
    () => existsSync(childFile),
    (isBusy) => isBusy,
  );
  const hasEnded = await thread.end();
  if (!hasEnded) process.kill(Number(readFileSync(childFile, 'utf8')));
  return hasEnded;
}

it('is waited for where it is the machine that is slow', unless(onWindows), async () => {
  expect(await endOfBusy('', 2.5)).toBe(true);
});

it('is not waited for where it is in a call that the disk doesn’t answer', unless(onWindows), async () => {
  // What says that it is in a call (shared-call-monitor.ts).
  expect(await endOfBusy('Atomics.store(new Int32Array(workerData.memory, 0, 1), 0, 1);', 600)).toBe(false);
});

it('leaves nothing to wait for when its thread has ended', async () => {
  const thread = new DiskThread(startDiskWorker(WORKER), EVENTS);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  expect(await thread.end()).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
