import type { ResourceLimits } from 'node:worker_threads';
import type { Logger } from '../../contract/service/logger.ts';
import { leaveWithoutWaiting } from '../../leave-without-waiting.ts';
import type { FileReading, ReadRequest } from './disk-door.ts';
import type { FromDiskThread } from './disk-messages.ts';
import { DiskThread } from './disk-thread.ts';
import { FollowerThread, UNREAD } from './follower-thread.ts';
import { isInside } from './inside.ts';
import type { LocateResult } from './locate-registry.ts';
import type { RegistryDisk, ServedEvents } from './registry-disk.ts';
import type { SnapshotFollower, SnapshotOptions } from './snapshot-follower.ts';
import { type DiskWorker, startDiskWorker } from './start-disk-worker.ts';
import type { LaneEvents, ThreadKeeper } from './thread-keeper.ts';

/** Where the disk doesn't answer in more places than this, it doesn't answer as a whole. */
export const MAX_STUCK_PLACES = 4;

/**
 * Two threads, since nobody who reads a file should wait for a walk over all folders; the second comes up with the first
 * file that is read after the first walk, which whoever starts waits for anyway. A thread that the disk doesn't
 * answer is given up and another one goes on, with that place shut, until the answer comes.
 */
export class ThreadedDisk implements RegistryDisk, ThreadKeeper {
  readonly #workerUrl: URL;
  readonly #logger: Logger;
  readonly #limits: ResourceLimits | undefined;
  /** Threads that wait for an answer, and the places where they do. */
  readonly #stuck = new Map<DiskThread, string>();
  readonly #threads = new Set<DiskThread>();
  readonly #reads = new Map<number, PendingRead>();
  /** Started before there was anything to do; for the first thread. */
  #spare: DiskWorker | undefined;
  #reader: DiskThread | undefined;
  #follower: FollowerThread | undefined;
  /** The thread that looks at everything for the first time. */
  #looking: FollowerThread | undefined;
  #root: string | undefined;
  #nextId = 1;
  #isClosed = false;

  constructor(workerUrl: URL, logger: Logger, limits?: ResourceLimits, spare?: DiskWorker) {
    this.#workerUrl = workerUrl;
    this.#spare = spare;
    this.#logger = logger;
    this.#limits = limits;
  }

  locate(picked: string): Promise<LocateResult> {
    this.#follower ??= new FollowerThread(this);
    return this.#follower.locate(picked);
  }

  follow(options: SnapshotOptions, events: ServedEvents): Promise<SnapshotFollower> {
    this.#root = options.location.root;
    this.#follower ??= new FollowerThread(this);
    this.#looking = this.#follower;
    return this.#follower.follow(options, events).finally(() => {
      this.#looking = undefined;
    });
  }

  async read(requests: readonly ReadRequest[]): Promise<readonly FileReading[]> {
    if (this.#isClosed) throw new Error('The disk is closed.');
    if (requests.length === 0) return [];
    const readings = await (this.#looking?.read(requests) ?? this.#readBeside(requests));
    return readings.map(withBuffer);
  }

  #readBeside(requests: readonly ReadRequest[]): Promise<readonly FileReading[]> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#reads.set(id, { requests, resolve, reject });
      this.#startReader().send({ type: 'read', id, requests });
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#reads.values()) reject(new Error('The disk was closed.'));
    this.#reads.clear();
    this.#follower?.close();
    await this.#spare?.worker.terminate();
    const ended = [...this.#threads, ...this.#stuck.keys()].map((thread) => thread.end());
    if ((await Promise.all(ended)).includes(false)) leaveWithoutWaiting();
  }

  start(onMessage: (message: FromDiskThread) => void, { onGivenUp, onEnd }: LaneEvents): DiskThread {
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
        this.#logger.error('A thread of the disk ended; another one takes its place.', {
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
    return startDiskWorker(this.#workerUrl, this.#shutPlaces(), this.#limits);
  }

  #giveUp(thread: DiskThread, place: string): void {
    const root = this.#root ?? place;
    const places = new Set([...this.#stuck.values(), place]);
    const isWithin = isInside(root, place) && places.size <= MAX_STUCK_PLACES;
    const shut = isWithin ? place : root;
    this.#threads.delete(thread);
    this.#stuck.set(thread, shut);
    this.#logger.warn(`The disk does not answer for ${shut}; what was read there before stays served.`);
    this.#tellShut();
  }

  #takeBack(thread: DiskThread): void {
    const place = this.#stuck.get(thread);
    if (place === undefined) return;
    this.#stuck.delete(thread);
    void thread.end();
    this.#logger.info(`The disk answers again for ${place}.`);
    this.#tellShut();
  }

  #shutPlaces(): readonly string[] {
    return [...new Set(this.#stuck.values())];
  }

  #tellShut(): void {
    for (const thread of this.#threads) thread.send({ type: 'shut', shut: this.#shutPlaces() });
  }

  #startReader(): DiskThread {
    this.#reader ??= this.start((message) => this.#onRead(message), {
      onGivenUp: () => {
        this.#reader = undefined;
        // What isn't in the stuck place is read there, and what is gets its answer: that there is none.
        for (const [id, { requests }] of this.#reads)
          this.#startReader().send({ type: 'read', id, requests });
      },
      onEnd: () => {
        this.#reader = undefined;
        // Any of the files may be what ended it: to read them again is for those who ask again.
        for (const { requests, resolve } of this.#reads.values()) resolve(requests.map(() => UNREAD));
        this.#reads.clear();
      },
    });
    return this.#reader;
  }

  #onRead(message: FromDiskThread): void {
    if (message.type !== 'read' && message.type !== 'failed') return;
    const pending = this.#reads.get(message.id);
    this.#reads.delete(message.id);
    if (message.type === 'failed') pending?.reject(new Error(message.message));
    else pending?.resolve(message.readings);
  }
}

interface PendingRead {
  readonly requests: readonly ReadRequest[];
  readonly resolve: (readings: readonly FileReading[]) => void;
  readonly reject: (error: Error) => void;
}

/** Between threads a Buffer becomes a plain array of its bytes. */
function withBuffer(reading: FileReading): FileReading {
  if (!reading.ok) return reading;
  const { buffer, byteOffset, length } = reading.bytes;
  return { ...reading, bytes: Buffer.from(buffer, byteOffset, length) };
}
