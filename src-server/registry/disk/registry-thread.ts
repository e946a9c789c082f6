import { setTimeout } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { SkillKey } from '../../contract/api/api.ts';
import type { TermBatch } from '../../search/index/skill-terms.ts';
import type { FromDiskThread, ToDiskThread } from './disk-messages.ts';
import type { FileReading, ReadRequest } from './disk-reader.ts';
import type { LocateResult } from './locate-registry.ts';
import type { RegistryDisk, ServedEvents } from './registry-disk.ts';
import type { SnapshotFollower, SnapshotOptions } from './snapshot-follower.ts';

type Answer = LocateResult | readonly FileReading[] | readonly TermBatch[] | undefined;

/** From 1 s, doubled after each early end. */
const LONGEST_PAUSE_MS = 60_000;
/** Rejected if the thread ends. Other requests resolve empty. */
const NEEDS_ANSWER: ReadonlySet<ToDiskThread['type']> = new Set(['locate', 'follow', 'index']);
const UNREAD: FileReading = { ok: false, cause: 'unreadable', code: 'UNKNOWN' };

interface Pending {
  readonly type: ToDiskThread['type'];
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Reads files or follows a registry, on a thread from the first request on. If the thread ends, another
 * continues from the served state after a pause.
 */
export class RegistryThread implements SnapshotFollower {
  readonly #startWorker: () => Worker;
  readonly #onEnded: (cause: Error) => void;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #following: { readonly options: SnapshotOptions; readonly events: ServedEvents } | undefined;
  #watchesFolders = false;
  #checks = false;
  #isClosed = false;
  #nextId = 1;
  /** In quick succession. */
  #ends = 0;
  #startedAt = 0;
  /** Between threads. */
  #pause: Promise<void> | undefined;

  constructor(startWorker: () => Worker, onEnded: (cause: Error) => void) {
    this.#startWorker = startWorker;
    this.#onEnded = onEnded;
  }

  async locate(picked: string): Promise<LocateResult> {
    const result = await this.#ask((id) => ({ type: 'locate', id, picked }));
    return result as LocateResult;
  }

  async follow(...[options, events]: Parameters<RegistryDisk['follow']>): Promise<SnapshotFollower> {
    this.#following = { options, events };
    await this.#ask((id) => ({ type: 'follow', id, options }));
    return this;
  }

  async watchFolders(): Promise<void> {
    this.#watchesFolders = true;
    if (this.#pause === undefined) await this.#ask((id) => ({ type: 'watch', id }));
  }

  async check(): Promise<void> {
    this.#checks = true;
    if (this.#pause === undefined) await this.#ask((id) => ({ type: 'check', id }));
  }

  async caughtUp(): Promise<void> {
    if (this.#pause === undefined) await this.#ask((id) => ({ type: 'caught-up', id }));
  }

  /** No-op between threads. */
  async scan(path: string): Promise<void> {
    if (this.#pause === undefined) await this.#ask((id) => ({ type: 'scan', id, path }));
  }

  async index(keys: readonly SkillKey[]): Promise<readonly TermBatch[]> {
    return (await this.#ask((id) => ({ type: 'index', id, keys }))) as readonly TermBatch[];
  }

  async read(requests: readonly ReadRequest[]): Promise<readonly FileReading[]> {
    const readings = await this.#ask((id) => ({ type: 'read', id, requests }));
    return (readings as readonly FileReading[] | undefined) ?? requests.map(() => UNREAD);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#pending.values()) reject(new Error('The disk was closed.'));
    this.#pending.clear();
    await this.#worker?.terminate();
  }

  #ask(describe: (id: number) => ToDiskThread): Promise<Answer> {
    if (this.#isClosed) return Promise.reject(new Error('The disk is closed.'));
    if (this.#pause !== undefined) return this.#pause.then(() => this.#ask(describe));
    const message = describe(this.#nextId++);
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
    return new Promise((resolve, reject) => {
      this.#pending.set(message.id, { type: message.type, resolve, reject });
    });
  }

  #start(): Worker {
    this.#startedAt = performance.now();
    const worker = this.#startWorker();
    let hasEnded = false;
    const end = (cause: Error) => {
      if (!hasEnded) this.#onEnd(cause);
      hasEnded = true;
    };
    worker.on('message', (message: FromDiskThread) => this.#onMessage(message));
    worker.on('error', end);
    worker.on('exit', () => end(new Error('The disk thread ended.')));
    return worker;
  }

  /** Pauses, since a defect or a lack of memory may recur. */
  #onEnd(cause: Error): void {
    if (this.#isClosed) return;
    this.#onEnded(cause);
    this.#worker = undefined;
    for (const { type, resolve, reject } of this.#pending.values())
      if (NEEDS_ANSWER.has(type)) reject(cause);
      else resolve(undefined);
    this.#pending.clear();
    if (this.#following === undefined) return;
    const { code } = cause as NodeJS.ErrnoException;
    this.#following.events.onUnreadable(code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'ENOMEM' : 'UNKNOWN');
    this.#ends = performance.now() - this.#startedAt > LONGEST_PAUSE_MS ? 1 : this.#ends + 1;
    const pauseMs = Math.min(1_000 * 2 ** (this.#ends - 1), LONGEST_PAUSE_MS);
    this.#pause = setTimeout(pauseMs, undefined, { ref: false }).then(() => this.#followAgain());
  }

  #followAgain(): void {
    this.#pause = undefined;
    if (this.#isClosed || this.#following === undefined) return;
    const { options, events } = this.#following;
    const ignore = () => {};
    this.#ask((id) => ({ type: 'follow', id, options, seed: events.seed() })).catch(ignore);
    if (this.#watchesFolders) this.watchFolders().catch(ignore);
    if (this.#checks) this.check().catch(ignore);
  }

  #onMessage(message: FromDiskThread): void {
    if (this.#isClosed) return;
    const events = this.#following?.events;
    switch (message.type) {
      case 'update':
        events?.onUpdate(message.update);
        break;
      case 'root':
        events?.onRoot(message.state);
        break;
      case 'watching':
        events?.onWatching(message.watching, message.why);
        break;
      case 'located':
        this.#settle(message.id, ({ resolve }) => resolve(message.result));
        break;
      case 'indexed':
        this.#settle(message.id, ({ resolve }) => resolve(message.indexed));
        break;
      case 'done':
        this.#settle(message.id, ({ resolve }) => resolve(undefined));
        break;
      case 'failed':
        this.#settle(message.id, ({ reject }) => reject(new Error(message.message)));
        break;
      case 'read':
        this.#settle(message.id, ({ resolve }) => resolve(message.readings));
    }
  }

  #settle(id: number, settle: (pending: Pending) => void): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (pending !== undefined) settle(pending);
  }
}
