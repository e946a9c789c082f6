import type { SkillKey } from '../../contract/api/api.ts';
import { CheckUnfinishedError } from '../../validation/skill-checker.ts';
import { fingerprintByStamps } from '../model/skill.ts';
import type { FromDiskThread, ToDiskThread } from './disk-messages.ts';
import type { FileReading, ReadRequest } from './disk-reader.ts';
import type { DiskThread } from './disk-thread.ts';
import type { LocateResult } from './locate-registry.ts';
import type { RegistryDisk, ServedEvents } from './registry-disk.ts';
import type { QuarantinedSkill } from './skill-checks.ts';
import type { IndexedSkills, SnapshotFollower, SnapshotOptions } from './snapshot-follower.ts';

type Asked = Exclude<ToDiskThread, { type: 'shut' }>;
type Answer = LocateResult | readonly FileReading[] | readonly IndexedSkills[] | undefined;

/** From 1 s, doubled after each early end. */
const LONGEST_PAUSE_MS = 60_000;
/**
 * Sent again if a check ended the thread, otherwise rejected. Other requests resolve empty: a retry could end
 * the next thread, too.
 */
const NEEDS_ANSWER: ReadonlySet<ToDiskThread['type']> = new Set(['locate', 'follow', 'index']);
const UNREAD: FileReading = { ok: false, cause: 'unreadable', code: 'UNKNOWN' };

export interface ThreadStarter {
  start(onMessage: (message: FromDiskThread) => void, events: ThreadEvents): DiskThread;
}

export interface ThreadEvents {
  /** Replacement thread; the hung path is shut. */
  readonly onGivenUp: () => void;
  readonly onEnd: (error: Error, checked?: string) => void;
}

interface Pending {
  readonly message: Asked;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Reads files or follows a registry, on a thread from the first request on. After a hang or end, another
 * thread continues from the served state.
 */
export class RegistryThread implements SnapshotFollower {
  readonly #starter: ThreadStarter;
  readonly #pending = new Map<number, Pending>();
  #thread: DiskThread | undefined;
  #following: { readonly options: SnapshotOptions; readonly events: ServedEvents } | undefined;
  #watchesFolders = false;
  #checks = false;
  readonly #quarantined = new Map<string, QuarantinedSkill>();
  #isClosed = false;
  #nextId = 1;
  /** In quick succession. */
  #ends = 0;
  #startedAt = 0;
  #isPausing = false;

  constructor(starter: ThreadStarter) {
    this.#starter = starter;
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
    if (!this.#isPausing) await this.#ask((id) => ({ type: 'watch', id }));
  }

  async check(): Promise<void> {
    this.#checks = true;
    if (!this.#isPausing) await this.#ask((id) => ({ type: 'check', id }));
  }

  async caughtUp(): Promise<void> {
    if (!this.#isPausing) await this.#ask((id) => ({ type: 'caught-up', id }));
  }

  /** No-op between threads. */
  async scan(path: string): Promise<void> {
    if (this.#isPausing) return;
    await this.#ask((id) => ({ type: 'scan', id, path }));
  }

  async index(keys: readonly SkillKey[]): Promise<readonly IndexedSkills[]> {
    return (await this.#ask((id) => ({ type: 'index', id, keys }))) as readonly IndexedSkills[];
  }

  async read(requests: readonly ReadRequest[]): Promise<readonly FileReading[]> {
    const readings = await this.#ask((id) => ({ type: 'read', id, requests }));
    return (readings as readonly FileReading[] | undefined) ?? requests.map(() => UNREAD);
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
      if (this.#isPausing) return;
      this.#thread ??= this.#start();
      this.#thread.send(message);
    });
  }

  #start(): DiskThread {
    this.#startedAt = performance.now();
    return this.#starter.start((message) => this.#onMessage(message), {
      onGivenUp: () => this.#isClosed || this.#startAgain(),
      onEnd: (error, checked) => this.#onEnd(error, checked),
    });
  }

  /** Pauses after a defect or out of memory, which may recur. */
  #onEnd(cause: Error, checked: string | undefined): void {
    if (this.#isClosed) return;
    const isQuarantined = checked !== undefined && this.#quarantine(checked, cause);
    // Only the quarantined skill ended the thread, so no pause is needed.
    if (cause instanceof CheckUnfinishedError) {
      this.#startAgain();
      return;
    }
    for (const [id, { message, resolve, reject }] of this.#pending) {
      const needsAnswer = NEEDS_ANSWER.has(message.type);
      if (needsAnswer && isQuarantined) continue;
      this.#pending.delete(id);
      if (needsAnswer) reject(cause);
      else resolve(undefined);
    }
    this.#thread = undefined;
    if (this.#following === undefined) return;
    const { code } = cause as NodeJS.ErrnoException;
    this.#following.events.onUnreadable(code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'ENOMEM' : 'UNKNOWN');
    this.#ends = performance.now() - this.#startedAt > LONGEST_PAUSE_MS ? 1 : this.#ends + 1;
    this.#isPausing = true;
    const pauseMs = Math.min(1_000 * 2 ** (this.#ends - 1), LONGEST_PAUSE_MS);
    setTimeout(() => this.#isClosed || this.#startAgain(), pauseMs).unref();
  }

  /** False for an unserved skill. */
  #quarantine(directory: string, cause: Error): boolean {
    const folders = this.#following?.events.seed()?.contents.folders.values() ?? [];
    const skill = [...folders].find((folder) => folder.directory === directory);
    if (skill === undefined) return false;
    const reason =
      cause instanceof CheckUnfinishedError
        ? cause.message
        : `The thread that checked the skill ended: ${cause.message}`;
    const fingerprint = fingerprintByStamps(skill.fingerprint);
    this.#quarantined.set(directory, { directory, fingerprint, reason });
    return true;
  }

  #startAgain(): void {
    this.#isPausing = false;
    this.#thread = undefined;
    if (this.#following === undefined && this.#pending.size === 0) return;
    const thread = this.#start();
    this.#thread = thread;
    if (this.#following !== undefined && !this.#isAsked('follow')) {
      const { options, events } = this.#following;
      const seed = events.seed();
      const quarantined = [...this.#quarantined.values()];
      thread.send({
        type: 'follow',
        id: this.#nextId++,
        options,
        seed: seed && { ...seed, quarantined },
      });
    }
    for (const { message } of this.#pending.values()) thread.send(message);
    if (this.#watchesFolders && !this.#isAsked('watch')) void this.watchFolders().catch(() => {});
    if (this.#checks && !this.#isAsked('check')) void this.check().catch(() => {});
  }

  #isAsked(type: Asked['type']): boolean {
    return [...this.#pending.values()].some(({ message }) => message.type === type);
  }

  #onMessage(message: FromDiskThread): void {
    if (this.#isClosed) return;
    const events = this.#following?.events;
    switch (message.type) {
      case 'update':
        events?.onUpdate(message.update);
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
      case 'indexed':
        this.#settle(message.id, ({ resolve }) => resolve(message.indexed));
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
}
