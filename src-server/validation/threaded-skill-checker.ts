import { Worker } from 'node:worker_threads';
import { ApiError } from '../contract/api/error-codes.ts';
import type { Diagnostic } from '../contract/diagnostics/diagnostic.ts';
import { THREAD_LIMITS } from '../contract/service/thread-limits.ts';
import {
  CHECK_DEADLINE_MS,
  type CheckContext,
  type CheckOptions,
  CheckUnfinishedError,
  type SkillChecker,
  type SkillWithTexts,
} from './skill-checker.ts';
import type { ReviewContext, SubmissionReview, SubmissionReviewer } from './submission-review.ts';

/** Per thread; the token counter needs 60. */
export const CHECK_HEAP_MB = 512;
export const MAX_WAITING_CHECKS = 16;

export interface ThreadedCheckerOptions {
  readonly workerUrl: URL;
  /** Concurrent checks; default 1. */
  readonly threads?: number;
  /** Default `CHECK_DEADLINE_MS`. */
  readonly deadlineMs?: number;
  /** Default `MAX_WAITING_CHECKS`. */
  readonly maxWaiting?: number;
  /** Default `CHECK_HEAP_MB`. */
  readonly maxHeapMb?: number;
  /** Until an idle thread ends; default 30,000. */
  readonly idleMs?: number;
}

/** To the thread. */
export type CheckMessage =
  | { readonly skill: SkillWithTexts; readonly context: CheckContext }
  | { readonly submission: string; readonly context: ReviewContext };

/** From the thread. */
export type CheckAnswer =
  | { readonly kind: 'ready' }
  /** Findings, or review. */
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly reason: string; readonly isLimit: boolean };

interface Check {
  readonly message: CheckMessage;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Replaces threads beyond limits of time or memory. */
export class ThreadedSkillChecker implements SkillChecker, SubmissionReviewer {
  private readonly options: Required<ThreadedCheckerOptions>;
  private readonly waiting: Check[] = [];
  private readonly idle: CheckThread[] = [];
  private readonly all = new Set<CheckThread>();
  private isClosed = false;

  constructor({
    workerUrl,
    threads = 1,
    deadlineMs = CHECK_DEADLINE_MS,
    maxWaiting = MAX_WAITING_CHECKS,
    maxHeapMb = CHECK_HEAP_MB,
    idleMs = 30_000,
  }: ThreadedCheckerOptions) {
    this.options = { workerUrl, threads, deadlineMs, maxWaiting, maxHeapMb, idleMs };
  }

  async check(
    skill: SkillWithTexts,
    context: CheckContext,
    options: CheckOptions = {},
  ): Promise<readonly Diagnostic[]> {
    return (await this.send({ skill, context }, options)) as readonly Diagnostic[];
  }

  async review(
    submission: string,
    context: ReviewContext,
    options: CheckOptions = {},
  ): Promise<SubmissionReview | undefined> {
    return (await this.send({ submission, context }, options)) as SubmissionReview | undefined;
  }

  private async send(message: CheckMessage, { signal }: CheckOptions): Promise<unknown> {
    signal?.throwIfAborted();
    if (this.isClosed) throw new Error('The checker was closed.');
    const isFull = this.idle.length === 0 && this.all.size >= this.options.threads;
    if (isFull && this.waiting.length >= this.options.maxWaiting)
      throw new ApiError('busy', 'Too many skills are waiting to be checked. Try again in a moment.', {
        headers: { 'Retry-After': '1' },
      });
    let abandon: () => void = () => {};
    const checked = new Promise<unknown>((resolve, reject) => {
      const check: Check = { message, resolve, reject };
      this.waiting.push(check);
      abandon = () => this.abandon(check, signal?.reason);
      signal?.addEventListener('abort', abandon, { once: true });
      this.assign();
    });
    // A longer-lived signal would keep the skill's texts in memory.
    return checked.finally(() => signal?.removeEventListener('abort', abandon));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const { reject } of this.waiting.splice(0)) reject(new Error('The checker was closed.'));
    await Promise.all([...this.all].map((thread) => thread.end(new Error('The checker was closed.'))));
  }

  /** A running check ends at its deadline. */
  private abandon(check: Check, reason: unknown): void {
    const place = this.waiting.indexOf(check);
    if (place >= 0) this.waiting.splice(place, 1);
    check.reject(reason);
  }

  private assign(): void {
    if (this.waiting.length === 0) return;
    const thread = this.idle.pop() ?? this.another();
    const check = thread === undefined ? undefined : this.waiting.shift();
    if (check !== undefined) thread?.begin(check);
  }

  private another(): CheckThread | undefined {
    if (this.all.size >= this.options.threads) return undefined;
    const thread = new CheckThread(this.options, {
      onFree: () => {
        this.idle.push(thread);
        this.assign();
      },
      onEnd: () => {
        this.all.delete(thread);
        const place = this.idle.indexOf(thread);
        if (place >= 0) this.idle.splice(place, 1);
        if (!this.isClosed) this.assign();
      },
    });
    this.all.add(thread);
    return thread;
  }
}

interface ThreadEvents {
  readonly onFree: () => void;
  readonly onEnd: () => void;
}

class CheckThread {
  private readonly worker: Worker;
  private readonly options: Required<ThreadedCheckerOptions>;
  private readonly events: ThreadEvents;
  private check: Check | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isReady = false;
  private isEnded = false;

  constructor(options: Required<ThreadedCheckerOptions>, events: ThreadEvents) {
    this.options = options;
    this.events = events;
    this.worker = new Worker(options.workerUrl, {
      resourceLimits: { ...THREAD_LIMITS, maxOldGenerationSizeMb: options.maxHeapMb },
    });
    this.worker.on('message', (answer: CheckAnswer) => this.hear(answer));
    this.worker.on('error', (error) => void this.end(this.reasonOf(error)));
    this.worker.on('exit', () => void this.end(new Error('The thread that checks skills stopped.')));
  }

  begin(check: Check): void {
    this.check = check;
    this.worker.ref();
    if (this.isReady) this.send(check);
  }

  async end(reason: Error): Promise<void> {
    if (this.isEnded) return;
    this.isEnded = true;
    clearTimeout(this.timer);
    this.check?.reject(reason);
    this.events.onEnd();
    await this.worker.terminate();
  }

  private hear(answer: CheckAnswer): void {
    if (this.isEnded) return;
    if (answer.kind === 'ready') {
      this.isReady = true;
      if (this.check !== undefined) this.send(this.check);
      return;
    }
    clearTimeout(this.timer);
    if (answer.kind === 'done') this.check?.resolve(answer.result);
    else
      this.check?.reject(
        answer.isLimit ? new CheckUnfinishedError('the stack of a thread') : new Error(answer.reason),
      );
    this.check = undefined;
    this.worker.unref();
    this.timer = setTimeout(
      () => void this.end(new Error('The thread had nothing to do.')),
      this.options.idleMs,
    );
    this.timer.unref();
    this.events.onFree();
  }

  private send(check: Check): void {
    clearTimeout(this.timer);
    this.worker.postMessage(check.message);
    this.timer = setTimeout(() => {
      // If this thread was busy, an answer may be waiting; it takes precedence.
      setImmediate(() => {
        if (this.check === check) void this.end(this.tooLong());
      });
    }, this.options.deadlineMs);
  }

  private tooLong(): Error {
    return new CheckUnfinishedError(`${this.options.deadlineMs / 1_000} s`);
  }

  private reasonOf(error: Error & { readonly code?: unknown }): Error {
    const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    return isMemory ? new CheckUnfinishedError(`${this.options.maxHeapMb} MB of memory`) : error;
  }
}
