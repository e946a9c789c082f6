import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { leaveWithoutWaiting } from '../built-files.ts';
import type { RegistryRules } from '../contract/diagnostic.ts';
import { ApiError, BUILT_ANEW } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Logger } from '../contract/service.ts';
import { compileFor } from '../platform/v8-compiling.ts';
import type { SubmissionReview } from './check-submission.ts';
import type { FollowOptions, FromRegistryWorker, ReviewAnswer, ToRegistryWorker } from './worker-messages.ts';

export interface WorkerThreadOptions {
  /**
   * The built module of the thread. Undefined when run from source, as in tests: the work is then done on this
   * thread, since starting a thread for each of their many services takes several times as long as the rest of a
   * test.
   */
  readonly workerUrl: URL | undefined;
  /** Makes the options of the worker as of now, at the start and at each restart. */
  readonly options: () => FollowOptions;
  readonly onMessage: (message: FromRegistryWorker) => void;
  readonly onEnd: (reason: string) => void;
  readonly logger: Logger;
  readonly firstPauseMs?: number | undefined;
}

interface RunningWorker {
  post(message: ToRegistryWorker): void;
  close(): Promise<unknown>;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const WORKER_LIMITS = { maxYoungGenerationSizeMb: 6 };
/** Skills from which a registry is not small. */
const LARGE_REGISTRY = 100;
/** Milliseconds after which the pause before a restart is the first one again. */
const STABLE_MS = 60_000;
/** Milliseconds that a thread has to end with the service. */
const END_MS = 3_000;

/**
 * Keeps the registry worker running in a thread of its own. One that ends, for whatever reason, is started again
 * after a pause of `firstPauseMs` (default: 1 second), twice as long after each further end up to a minute.
 */
export class WorkerThread {
  readonly #options: WorkerThreadOptions;
  /** The text of the module, which names the hashes of all its parts: another build’s worker may post other messages. */
  readonly #built: string | undefined;
  #isBuiltAnew = false;
  #worker: RunningWorker | undefined;
  #startedAt = 0;
  #pauseMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: WorkerThreadOptions) {
    this.#options = options;
    this.#built = textOf(options.workerUrl);
    // Once: a thread that is started again follows a start whose functions are compiled by now.
    if (options.workerUrl !== undefined) compileFor('start');
    this.#start();
  }

  /**
   * Posts a message, and returns whether a worker runs. Without one the message is lost, and the next worker reads
   * everything.
   */
  post(message: ToRegistryWorker): boolean {
    this.#worker?.post(message);
    return this.#worker !== undefined;
  }

  /** Says why no worker runs, and what becomes of it. */
  get whyEnded(): string {
    return this.#isBuiltAnew ? BUILT_ANEW : 'What reads the registry ended, and is started again.';
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#worker?.close();
  }

  #start(): void {
    const { workerUrl, options, onMessage } = this.#options;
    const inlining = new StartInlining();
    const take = (message: FromRegistryWorker) => {
      if (workerUrl !== undefined) inlining.take(message);
      if (!this.#isClosed) onMessage(message);
    };
    this.#startedAt = performance.now();
    if (textOf(workerUrl) !== this.#built) {
      this.#waitForBuild();
      return;
    }
    this.#isBuiltAnew = false;
    this.#worker = workerUrl === undefined ? workHere(options(), take) : this.#workIn(workerUrl, take);
  }

  #workIn(url: URL, take: (message: FromRegistryWorker) => void): RunningWorker {
    const worker = new Worker(url, { workerData: this.#options.options(), resourceLimits: WORKER_LIMITS });
    let reason = 'it ended by itself';
    worker.on('message', take);
    worker.on('error', (error) => {
      reason = error.stack ?? error.message;
    });
    worker.on('exit', () => this.#restart(reason));
    return { post: (message) => worker.postMessage(message), close: () => endThread(worker) };
  }

  #restart(reason: string): void {
    this.#worker = undefined;
    if (this.#isClosed) return;
    const { firstPauseMs = FIRST_PAUSE_MS, onEnd, logger } = this.#options;
    const isStable = this.#pauseMs === 0 || performance.now() - this.#startedAt > STABLE_MS;
    this.#pauseMs = isStable ? firstPauseMs : Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    onEnd(reason);
    const facts = { reason, pauseMs: this.#pauseMs };
    logger.error('The thread that reads the registry ended; it is started again.', facts);
    this.#startLater();
  }

  /** Starts no worker of another build. A build that changes nothing puts the same one back. */
  #waitForBuild(): void {
    if (!this.#isBuiltAnew) {
      this.#isBuiltAnew = true;
      this.#options.onEnd(BUILT_ANEW);
      this.#options.logger.error(BUILT_ANEW);
    }
    this.#startLater();
  }

  /** Somebody may wait for what the next worker reads: the process must not end meanwhile. */
  #startLater(): void {
    this.#timer = setTimeout(() => this.#start(), this.#pauseMs);
  }
}

function textOf(url: URL | undefined): string | undefined {
  try {
    return url && readFileSync(url, 'utf8');
  } catch {
    return undefined;
  }
}

/** Has V8 inline nothing from the first scan of a small registry until its words are made. */
class StartInlining {
  #skills = 0;
  #isStarting = true;

  take(message: FromRegistryWorker): void {
    if (!this.#isStarting) return;
    if (message.type === 'patch' && !message.isCheck) this.#skills += message.changed.length;
    this.#isStarting = message.type !== 'indexed';
    const isSmall = message.type === 'scanned' && this.#skills < LARGE_REGISTRY;
    if (!isSmall && this.#isStarting) return;
    compileFor(isSmall ? 'wordsOfFew' : 'known');
  }
}

/** A thread in a call of the system, such as of a hung disk, can't be ended: the process then leaves without it. */
async function endThread(worker: Worker): Promise<void> {
  const ending = worker.terminate().then(() => true);
  // A command ends with the thread, not with this time.
  if (await Promise.race([ending, sleep(END_MS, false, { ref: false })])) return;
  worker.unref();
  leaveWithoutWaiting();
}

function workHere(options: FollowOptions, take: (message: FromRegistryWorker) => void): RunningWorker {
  const following = import('./worker/registry-worker.ts').then(
    // As between threads: what is posted arrives later.
    ({ RegistryWorker }) => new RegistryWorker(options, (message) => void setImmediate(take, message)),
  );
  return {
    post: (message) => void following.then((worker) => worker.take(message)),
    close: async () => (await following).close(),
  };
}

/** What is done one by one, each in a turn of the loop of its own: requests are answered between them. */
export class Turns {
  #waiting: (() => void)[] = [];
  #isTaking = false;
  #isClosed = false;

  add(take: () => void): void {
    this.#waiting.push(take);
    this.#takeSoon();
  }

  /** Adds what goes before all that waits. */
  addFirst(takes: readonly (() => void)[]): void {
    this.#waiting = [...takes, ...this.#waiting];
    this.#takeSoon();
  }

  /** Does all that waits now, and what is added by it. */
  takeAll(): void {
    for (let take = this.#waiting.shift(); take !== undefined; take = this.#waiting.shift()) take();
  }

  /** Nothing that waits is done after this. */
  close(): void {
    this.#isClosed = true;
  }

  #takeSoon(): void {
    if (this.#isTaking || this.#waiting.length === 0) return;
    this.#isTaking = true;
    setImmediate(() => {
      const take = this.#waiting.shift();
      this.#isTaking = false;
      this.#takeSoon();
      if (!this.#isClosed) take?.();
    });
  }
}

const REVIEW_LATE = 'The skill could not be checked within 30 seconds; nothing was stored.';

/** Callers that wait for a condition. `check` tests the conditions of all, and is called after each change. */
export class Waiters {
  readonly #waiting: (() => void)[] = [];
  #isClosed = false;

  /**
   * Resolves once `isThere` holds at a check, or after `mostMs` (default: never), and says whether it holds. Rejects with
   * `registry_unavailable` when the service stops.
   */
  async until(isThere: () => boolean, mostMs?: number): Promise<boolean> {
    let isLate = false;
    const late = () => {
      isLate = true;
      this.check();
    };
    const end = mostMs === undefined || isThere() ? undefined : setTimeout(late, mostMs);
    try {
      while (!isThere() && !isLate) {
        if (this.#isClosed) throw new ApiError('registry_unavailable', 'The service is stopping.');
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
      return isThere();
    } finally {
      clearTimeout(end);
    }
  }

  check(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  close(): void {
    this.#isClosed = true;
    this.check();
  }
}

interface WaitingReview {
  resolve(answer: ReviewAnswer): void;
  reject(error: ApiError): void;
  readonly late: NodeJS.Timeout;
}

/** Submissions that the registry worker checks, each until its answer. */
export class Reviews {
  readonly #thread: Pick<WorkerThread, 'post' | 'whyEnded'>;
  readonly #waiting = new Map<number, WaitingReview>();
  #next = 1;

  constructor(thread: Pick<WorkerThread, 'post' | 'whyEnded'>) {
    this.#thread = thread;
  }

  async ask(body: string, rules: RegistryRules): Promise<SubmissionReview | undefined> {
    const id = this.#next++;
    const answer = new Promise<ReviewAnswer>((resolve, reject) => {
      if (!this.#thread.post({ type: 'review', id, body, rules })) return reject(unreadNow(this.#thread));
      const late = setTimeout(() => reject(new ApiError('internal', REVIEW_LATE)), LIMITS.reviewMs).unref();
      this.#waiting.set(id, { resolve, reject, late });
    });
    try {
      const { review, failure: cause } = await answer;
      if (cause === undefined) return review;
      throw new ApiError('internal', 'The skill could not be checked. The log has the cause.', { cause });
    } finally {
      clearTimeout(this.#waiting.get(id)?.late);
      this.#waiting.delete(id);
    }
  }

  take(answer: ReviewAnswer): void {
    this.#waiting.get(answer.id)?.resolve(answer);
  }

  /** Rejects all, since the worker has ended. */
  giveUp(): void {
    for (const { reject } of this.#waiting.values()) reject(unreadNow(this.#thread));
  }
}

interface WaitingScan {
  resolve(): void;
  reject(error: ApiError): void;
}

/** Scans that are asked of the registry worker, one after the other: calls during a scan share the next one. */
export class Rescans {
  readonly #thread: Pick<WorkerThread, 'post' | 'whyEnded'>;
  readonly #request: () => ToRegistryWorker;
  /** The scans that were posted, in the order of their answers. */
  readonly #posted: WaitingScan[] = [];
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(thread: Pick<WorkerThread, 'post' | 'whyEnded'>, request: () => ToRegistryWorker) {
    this.#thread = thread;
    this.#request = request;
  }

  /** Resolves when what a scan found is served. Rejects with `registry_unavailable` if nothing reads the registry. */
  ask(): Promise<void> {
    if (this.#running === undefined && this.#next === undefined) return this.#begin();
    this.#next ??= Promise.allSettled([this.#running]).then(() => {
      this.#next = undefined;
      return this.#begin();
    });
    return this.#next;
  }

  /** Resolves the earliest scan that was posted: the worker answers in order. */
  done(): void {
    this.#posted.shift()?.resolve();
  }

  /** Rejects all, since the worker has ended. */
  giveUp(): void {
    for (const { reject } of this.#posted.splice(0)) reject(unreadNow(this.#thread));
  }

  #begin(): Promise<void> {
    const scan = new Promise<void>((resolve, reject) => {
      if (this.#thread.post(this.#request())) this.#posted.push({ resolve, reject });
      else reject(unreadNow(this.#thread));
    });
    const end = () => {
      if (this.#running === scan) this.#running = undefined;
    };
    this.#running = scan;
    scan.then(end, end);
    return scan;
  }
}

function unreadNow({ whyEnded }: Pick<WorkerThread, 'whyEnded'>): ApiError {
  return new ApiError('registry_unavailable', `The registry can’t be read again now. ${whyEnded}`);
}
