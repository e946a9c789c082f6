import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { silentLogger } from '../../../../src-server/contract/logger.ts';
import { DiskThread } from '../../../../src-server/registry/disk/disk-thread.ts';
import { openDisk } from '../../../../src-server/registry/disk/open-disk.ts';
import { startDiskWorker } from '../../../../src-server/registry/disk/start-disk-worker.ts';
import { temporaryFolder, temporaryRegistry } from '../../../support/temporary-registry.ts';
import { eventually } from '../../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const WORKER = pathToFileURL(
  fileURLToPath(new URL('../../../../dist/server/disk-worker.js', import.meta.url)),
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

it('leaves nothing to wait for when its thread has ended', async () => {
  const ignore = () => {};
  const events = { onMessage: ignore, onStuck: ignore, onFree: ignore, onEnd: ignore };
  const thread = new DiskThread(startDiskWorker(WORKER), events);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  expect(await thread.end()).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
