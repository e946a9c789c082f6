import type { FolderDelta, UnreadablePlace } from '../folder-delta.ts';
import { isAtOrBelow } from '../model/relative-path.ts';
import { joinDelta } from './delta-parts.ts';
import type { FileReading, ReadRequest } from './disk-door.ts';
import type { FromDiskThread, ToDiskThread } from './disk-messages.ts';
import type { DiskThread } from './disk-thread.ts';
import type { LocateResult } from './locate-registry.ts';
import { unpackDelta } from './pack-delta.ts';
import { IndexFileUnpacker } from './pack-index-file.ts';
import type { FollowerEvents, FollowOptions, RegistryFollower } from './registry-follower.ts';
import type { ThreadKeeper } from './thread-keeper.ts';

type Asked = Exclude<ToDiskThread, { type: 'shut' | 'more' }>;
/** What a thread answers; nothing to most of what it is asked. */
type Answer = LocateResult | readonly FileReading[] | undefined;

/** A thread that ended is followed by the next one after 1 s, 2 s, 4 s … up to this; from 1 s again once one lasted. */
const LONGEST_PAUSE_MS = 60_000;
/** Of a file that a thread ended with. */
export const UNREAD: FileReading = { ok: false, cause: 'unreadable', code: 'UNKNOWN' };

function isReadings(answer: Answer): answer is readonly FileReading[] {
  return Array.isArray(answer);
}

interface Pending {
  readonly message: Asked;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The following of one registry, on a thread, and on the next one where the disk doesn't answer the first: it reads
 * everything again, and what is told then is only what differs from what was told before.
 */
export class FollowerThread implements RegistryFollower {
  readonly #keeper: ThreadKeeper;
  readonly #pending = new Map<number, Pending>();
  /** The fingerprints of the folders that were told, by folder. */
  readonly #told = new Map<string, string>();
  #thread: DiskThread;
  #following: { readonly options: FollowOptions; readonly events: FollowerEvents } | undefined;
  #parts: FolderDelta[] = [];
  readonly #indexFile = new IndexFileUnpacker();
  /** What was told of places that can't be read. */
  #unreadable: readonly UnreadablePlace[] = [];
  /** A whole state was told, not only parts of the first one. */
  #hasTold = false;
  /** The next delta is of everything, and something was told before: it is compared with that as a whole. */
  #isSecondStart = false;
  #watchesFolders = false;
  #isClosed = false;
  #nextId = 1;
  /** How many threads ended by themselves, each soon after the one before. */
  #ends = 0;
  #startedAt = 0;
  /** A thread ended, and the next one is yet to start. */
  #isPausing = false;

  constructor(keeper: ThreadKeeper) {
    this.#keeper = keeper;
    this.#thread = this.#start();
  }

  async locate(picked: string): Promise<LocateResult> {
    const result = await this.#ask((id) => ({ type: 'locate', id, picked }));
    if (result === undefined || isReadings(result)) throw new Error('The registry was not looked for.');
    return result;
  }

  async follow(options: FollowOptions, events: FollowerEvents): Promise<RegistryFollower> {
    this.#following = { options, events };
    await this.#ask((id) => ({ type: 'follow', id, options }));
    return this;
  }

  /** Each thread that takes this one's place watches, too. */
  async watchFolders(): Promise<void> {
    this.#watchesFolders = true;
    if (!this.#isPausing) await this.#ask((id) => ({ type: 'watch', id }));
  }

  /** While there is no thread nobody can look: the state that was told stays, and the next one looks at everything. */
  async look(path: string): Promise<void> {
    if (this.#isPausing) return;
    await this.#ask((id) => ({ type: 'look', id, path }));
  }

  /** Reads files when what was asked for before is done. */
  async read(requests: readonly ReadRequest[]): Promise<readonly FileReading[]> {
    const readings = await this.#ask((id) => ({ type: 'read', id, requests }));
    return isReadings(readings) ? readings : requests.map(() => UNREAD);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#pending.values()) reject(new Error('The disk was closed.'));
    this.#pending.clear();
  }

  #ask(describe: (id: number) => Asked): Promise<Answer> {
    if (this.#isClosed) return Promise.reject(new Error('The disk is closed.'));
    const message = describe(this.#nextId++);
    return new Promise((resolve, reject) => {
      this.#pending.set(message.id, { message, resolve, reject });
      this.#thread.send(message);
    });
  }

  #start(): DiskThread {
    this.#startedAt = performance.now();
    return this.#keeper.start((message) => this.#onMessage(message), {
      onGivenUp: () => this.#startAgain(),
      onEnd: (error) => this.#onEnd(error),
    });
  }

  /** A defect, or no memory left: what ends again and again isn't started at once. */
  #onEnd(cause: Error): void {
    if (this.#isClosed) return;
    // Whoever waits for an answer must know; others can do without, and any of the files may be what ended it.
    for (const { message, resolve, reject } of this.#pending.values()) {
      if (message.type === 'locate' || message.type === 'follow') reject(cause);
      else resolve(undefined);
    }
    this.#pending.clear();
    this.#tellUnread(cause);
    this.#ends = performance.now() - this.#startedAt > LONGEST_PAUSE_MS ? 1 : this.#ends + 1;
    this.#isPausing = true;
    const pauseMs = Math.min(1_000 * 2 ** (this.#ends - 1), LONGEST_PAUSE_MS);
    setTimeout(() => this.#isClosed || this.#startAgain(), pauseMs).unref();
  }

  /** Until a thread has read everything, nobody can say that what is served is what is there. */
  #tellUnread(cause: Error): void {
    if (!this.#hasTold || this.#unreadable.some(({ path }) => path === '')) return;
    const { code } = cause as NodeJS.ErrnoException;
    const root: UnreadablePlace = {
      path: '',
      code: code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'ENOMEM' : 'UNKNOWN',
      since: new Date().toISOString(),
    };
    this.#tell({ upserted: [], removed: [], unreadable: [...this.#unreadable, root] });
  }

  #startAgain(): void {
    this.#isPausing = false;
    this.#parts = [];
    this.#indexFile.startAgain();
    const isFollowing = this.#following !== undefined && !this.#isAsked('follow');
    this.#thread = this.#start();
    this.#isSecondStart = this.#hasTold || this.#told.size > 0;
    if (isFollowing && this.#following !== undefined) {
      this.#thread.send({ type: 'follow', id: this.#nextId++, options: this.#following.options });
    }
    for (const { message } of this.#pending.values()) this.#thread.send(message);
    if (this.#watchesFolders && !this.#isAsked('watch')) void this.watchFolders().catch(() => {});
  }

  #isAsked(type: Asked['type']): boolean {
    return [...this.#pending.values()].some(({ message }) => message.type === type);
  }

  #onMessage(message: FromDiskThread): void {
    if (this.#isClosed) return;
    const events = this.#following?.events;
    switch (message.type) {
      case 'delta':
        this.#parts.push(unpackDelta(message.delta, this.#indexFile));
        if (message.isComplete && !(this.#isSecondStart && message.delta.isPart))
          this.#onDelta(joinDelta(this.#parts.splice(0)));
        // All parts at once would be taken in in one turn.
        setImmediate((thread) => thread.take(), this.#thread);
        return;
      case 'root':
        events?.onRoot(message.state);
        return;
      case 'watching':
        events?.onWatching(message.watching, message.why);
        return;
      case 'located':
        this.#settle(message.id, ({ resolve }) => resolve(message.result));
        return;
      case 'done':
        this.#settle(message.id, ({ resolve }) => resolve(undefined));
        return;
      case 'failed':
        this.#settle(message.id, ({ reject }) => reject(new Error(message.message)));
        return;
      case 'read':
        this.#settle(message.id, ({ resolve }) => resolve(message.readings));
        return;
    }
  }

  #settle(id: number, settle: (pending: Pending) => void): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (pending !== undefined) settle(pending);
  }

  #onDelta(delta: FolderDelta): void {
    const news = this.#isSecondStart ? whatIsNew(delta, this.#told) : delta;
    this.#isSecondStart = false;
    for (const folder of news.removed) this.#told.delete(folder);
    for (const { folder, fingerprint } of news.upserted) this.#told.set(folder, fingerprint);
    this.#hasTold ||= news.isPart !== true;
    this.#tell(news);
  }

  #tell(delta: FolderDelta): void {
    this.#unreadable = delta.unreadable ?? this.#unreadable;
    this.#following?.events.onDelta(delta);
  }
}

/** What of a delta of everything wasn't told before. */
function whatIsNew(everything: FolderDelta, told: ReadonlyMap<string, string>): FolderDelta {
  const { upserted, unreadable = [], walkDiagnostics = [] } = everything;
  const present = new Set(upserted.map(({ folder }) => folder));
  const isUnreadable = (folder: string) => unreadable.some(({ path }) => isAtOrBelow(path, folder));
  return {
    ...everything,
    unreadable,
    walkDiagnostics,
    upserted: upserted.filter(({ folder, fingerprint }) => told.get(folder) !== fingerprint),
    removed: [...told.keys()].filter((folder) => !present.has(folder) && !isUnreadable(folder)),
  };
}
