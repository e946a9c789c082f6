import { Worker } from 'node:worker_threads';
import { ApiError } from '../contract/api/error-codes.ts';
import type { Diagnostic } from '../contract/diagnostics/diagnostic.ts';
import { THREAD_LIMITS } from '../contract/service/thread-limits.ts';
import {
  CHECK_DEADLINE_MS,
  type CheckContext,
  CheckUnfinishedError,
  type SkillChecker,
  type SkillWithTexts,
} from './skill-checker.ts';
import type { ReviewContext, SubmissionReview, SubmissionReviewer } from './submission-review.ts';

/** Per thread; the token counter needs 60. */
const HEAP_MB = 512;
const MOST_WAITING = 16;

export interface ThreadedCheckerOptions {
  readonly workerUrl: URL;
  /** Concurrent checks; default 1. */
  readonly threads?: number;
  /** Default `CHECK_DEADLINE_MS`. */
  readonly deadlineMs?: number;
}

export type CheckMessage =
  | { readonly skill: SkillWithTexts; readonly context: CheckContext }
  | { readonly submission: string; readonly context: ReviewContext };

/** From the thread. `result`: findings, or review. */
export type CheckAnswer =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly reason: string; readonly isLimit: boolean };

interface Check {
  readonly message: CheckMessage;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Ends a thread whose check takes too long; the next check starts another. */
export class ThreadedSkillChecker implements SkillChecker, SubmissionReviewer {
  readonly #options: Required<ThreadedCheckerOptions>;
  readonly #waiting: Check[] = [];
  readonly #idle: Worker[] = [];
  /** Ends each thread with a reason. */
  readonly #threads = new Map<Worker, (reason: Error) => Promise<unknown>>();
  #isClosed = false;

  constructor({ workerUrl, threads = 1, deadlineMs = CHECK_DEADLINE_MS }: ThreadedCheckerOptions) {
    this.#options = { workerUrl, threads, deadlineMs };
  }

  async check(skill: SkillWithTexts, context: CheckContext): Promise<readonly Diagnostic[]> {
    return (await this.#send({ skill, context })) as readonly Diagnostic[];
  }

  async review(submission: string, context: ReviewContext): Promise<SubmissionReview | undefined> {
    return (await this.#send({ submission, context })) as SubmissionReview | undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const reason = new Error('The checker was closed.');
    for (const { reject } of this.#waiting.splice(0)) reject(reason);
    await Promise.all(Array.from(this.#threads.values(), (end) => end(reason)));
  }

  async #send(message: CheckMessage): Promise<unknown> {
    if (this.#isClosed) throw new Error('The checker was closed.');
    if (this.#waiting.length >= MOST_WAITING)
      throw new ApiError('busy', 'Too many skills are waiting to be checked. Try again in a moment.', {
        headers: { 'Retry-After': '1' },
      });
    return new Promise((resolve, reject) => {
      this.#waiting.push({ message, resolve, reject });
      this.#assign();
    });
  }

  #assign(): void {
    const hasRoom = this.#idle.length > 0 || this.#threads.size < this.#options.threads;
    const check = hasRoom && !this.#isClosed ? this.#waiting.shift() : undefined;
    if (check !== undefined) this.#run(check, this.#idle.pop() ?? this.#start());
  }

  #start(): Worker {
    const resourceLimits = { ...THREAD_LIMITS, maxOldGenerationSizeMb: HEAP_MB };
    const worker = new Worker(this.#options.workerUrl, { resourceLimits });
    this.#threads.set(worker, () => worker.terminate());
    return worker;
  }

  #run({ message, resolve, reject }: Check, worker: Worker): void {
    const { deadlineMs } = this.#options;
    const release = () => {
      clearTimeout(timer);
      worker.off('error', onError).off('exit', onExit).off('message', onMessage);
    };
    const end = async (reason: Error) => {
      release();
      this.#threads.delete(worker);
      reject(reason);
      this.#assign();
      await worker.terminate();
    };
    const onError = (error: Error) => void end(reasonOf(error));
    const onExit = () => void end(new Error('The thread that checks skills stopped.'));
    const onMessage = (answer: CheckAnswer) => {
      release();
      // An idle thread doesn't keep the process alive.
      worker.unref();
      this.#threads.set(worker, () => worker.terminate());
      this.#idle.push(worker);
      if (answer.kind === 'done') resolve(answer.result);
      else
        reject(answer.isLimit ? new CheckUnfinishedError('the stack of a thread') : new Error(answer.reason));
      this.#assign();
    };
    const timer = setTimeout(() => void end(new CheckUnfinishedError(`${deadlineMs / 1_000} s`)), deadlineMs);
    this.#threads.set(worker, end);
    worker.on('error', onError).on('exit', onExit).on('message', onMessage);
    worker.ref();
    worker.postMessage(message);
  }
}

function reasonOf(error: Error & { readonly code?: unknown }): Error {
  const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory ? new CheckUnfinishedError(`${HEAP_MB} MB of memory`) : error;
}
