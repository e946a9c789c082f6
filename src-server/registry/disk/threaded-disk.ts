import type { ResourceLimits } from 'node:worker_threads';
import type { Logger } from '../../contract/service/logger.ts';
import type { FileReading, ReadRequest } from './disk-reader.ts';
import type { LocateResult } from './locate-registry.ts';
import type { RegistryDisk, ServedEvents } from './registry-disk.ts';
import { RegistryThread } from './registry-thread.ts';
import type { SnapshotFollower, SnapshotOptions } from './snapshot-follower.ts';
import { startDiskWorker } from './start-disk-worker.ts';

/** Two threads, so that reads don't wait for walks; the second starts after the first walk. */
export class ThreadedDisk implements RegistryDisk {
  readonly #follower: RegistryThread;
  readonly #reader: RegistryThread;
  #isFirstScan = false;
  #isClosed = false;

  constructor(workerUrl: URL, logger: Logger, limits?: ResourceLimits) {
    const start = () => startDiskWorker(workerUrl, limits);
    const onEnded = (cause: Error) =>
      logger.error('A disk thread ended and is replaced.', { error: String(cause) });
    this.#follower = new RegistryThread(start, onEnded);
    this.#reader = new RegistryThread(start, onEnded);
  }

  locate(picked: string): Promise<LocateResult> {
    return this.#follower.locate(picked);
  }

  follow(options: SnapshotOptions, events: ServedEvents): Promise<SnapshotFollower> {
    this.#isFirstScan = true;
    return this.#follower.follow(options, events).finally(() => {
      this.#isFirstScan = false;
    });
  }

  async read(requests: readonly ReadRequest[]): Promise<readonly FileReading[]> {
    if (this.#isClosed) throw new Error('The disk is closed.');
    if (requests.length === 0) return [];
    const readings = await (this.#isFirstScan ? this.#follower : this.#reader).read(requests);
    return readings.map(withBuffer);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#follower.close(), this.#reader.close()]);
  }
}

function withBuffer(reading: FileReading): FileReading {
  if (!reading.ok) return reading;
  const { buffer, byteOffset, length } = reading.bytes;
  return { ...reading, bytes: Buffer.from(buffer, byteOffset, length) };
}
