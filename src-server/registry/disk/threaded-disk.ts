import type { ResourceLimits } from 'node:worker_threads';
import type { Logger } from '../../contract/service/logger.ts';
import { leaveWithoutWaiting } from '../../leave-without-waiting.ts';
import type { FromDiskThread } from './disk-messages.ts';
import type { FileReading, ReadRequest } from './disk-reader.ts';
import { DiskThread } from './disk-thread.ts';
import type { LocateResult } from './locate-registry.ts';
import { isInside } from './paths.ts';
import type { RegistryDisk, ServedEvents } from './registry-disk.ts';
import { RegistryThread, type ThreadEvents, type ThreadStarter } from './registry-thread.ts';
import type { SnapshotFollower, SnapshotOptions } from './snapshot-follower.ts';
import { type DiskWorker, startDiskWorker } from './start-disk-worker.ts';

/** Beyond, the registry counts as hung. */
export const MAX_HUNG_PATHS = 4;

/**
 * Two threads, so that reads don't wait for walks; the second starts after the first walk. Replaces hung
 * threads, with the path shut until the call returns.
 */
export class ThreadedDisk implements RegistryDisk, ThreadStarter {
  readonly #workerUrl: URL;
  readonly #logger: Logger;
  readonly #limits: ResourceLimits | undefined;
  readonly #stuck = new Map<DiskThread, string>();
  readonly #threads = new Set<DiskThread>();
  #spare: DiskWorker | undefined;
  readonly #follower = new RegistryThread(this);
  readonly #reader = new RegistryThread(this);
  #isFirstScan = false;
  #root: string | undefined;
  #isClosed = false;

  constructor(workerUrl: URL, logger: Logger, limits?: ResourceLimits, spare?: DiskWorker) {
    this.#workerUrl = workerUrl;
    this.#spare = spare;
    this.#logger = logger;
    this.#limits = limits;
  }

  locate(picked: string): Promise<LocateResult> {
    return this.#follower.locate(picked);
  }

  follow(options: SnapshotOptions, events: ServedEvents): Promise<SnapshotFollower> {
    this.#root = options.location.root;
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
    await this.#spare?.worker.terminate();
    const ended = [...this.#threads, ...this.#stuck.keys()].map((thread) => thread.end());
    if ((await Promise.all(ended)).includes(false)) leaveWithoutWaiting();
  }

  start(onMessage: (message: FromDiskThread) => void, { onGivenUp, onEnd }: ThreadEvents): DiskThread {
    const thread: DiskThread = new DiskThread(this.#takeWorker(), {
      onMessage: (message) => this.#threads.has(thread) && onMessage(message),
      onStuck: (place) => {
        this.#giveUp(thread, place);
        onGivenUp();
      },
      onFree: () => this.#takeBack(thread),
      onEnd: (error, checked) => {
        if (!this.#threads.delete(thread)) {
          this.#takeBack(thread);
          return;
        }
        this.#logger.error('A disk thread ended and is replaced.', {
          error: String(error),
          ...(checked !== undefined && { checked }),
        });
        onEnd(error, checked);
      },
    });
    this.#threads.add(thread);
    return thread;
  }

  #takeWorker(): DiskWorker {
    const spare = this.#spare;
    this.#spare = undefined;
    if (spare?.hasFailed() === false) return spare;
    return startDiskWorker(this.#workerUrl, this.#shutPaths(), this.#limits);
  }

  #giveUp(thread: DiskThread, place: string): void {
    const root = this.#root ?? place;
    const places = new Set([...this.#stuck.values(), place]);
    const isWithin = isInside(root, place) && places.size <= MAX_HUNG_PATHS;
    const shut = isWithin ? place : root;
    this.#threads.delete(thread);
    this.#stuck.set(thread, shut);
    this.#logger.warn(`The disk does not answer for ${shut}. The last state read stays served.`);
    this.#publishShut();
  }

  #takeBack(thread: DiskThread): void {
    const place = this.#stuck.get(thread);
    if (place === undefined) return;
    this.#stuck.delete(thread);
    void thread.end();
    this.#logger.info(`The disk answers again for ${place}.`);
    this.#publishShut();
  }

  #shutPaths(): readonly string[] {
    return [...new Set(this.#stuck.values())];
  }

  #publishShut(): void {
    for (const thread of this.#threads) thread.send({ type: 'shut', shut: this.#shutPaths() });
  }
}

function withBuffer(reading: FileReading): FileReading {
  if (!reading.ok) return reading;
  const { buffer, byteOffset, length } = reading.bytes;
  return { ...reading, bytes: Buffer.from(buffer, byteOffset, length) };
}
