import type { Worker } from 'node:worker_threads';
import { CHECK_DEADLINE_MS, CheckUnfinishedError } from '../../validation/skill-checker.ts';
import type { FromDiskThread, ToDiskThread } from './disk-messages.ts';
import { type PresentCall, presentCall, stopWatching } from './shared-call-monitor.ts';
import type { DiskWorker } from './start-disk-worker.ts';

/** Longer system calls count as hung. */
export const STUCK_MS = 5_000;
const INSPECT_EVERY_MS = 500;
/** A longer call keeps the thread from ending. */
const HELD_MS = 1_000;
const MOST_INSPECTIONS = 20;

interface DiskThreadEvents {
  readonly onMessage: (message: FromDiskThread) => void;
  /** Called once per hung call. */
  readonly onStuck: (path: string) => void;
  readonly onFree: () => void;
  /**
   * Defect, out of memory, or check over its deadline.
   *
   * @param checked absolute folder of the checked skill
   */
  readonly onEnd: (error: Error, checked?: string) => void;
}

export class DiskThread {
  readonly #worker: Worker;
  readonly #memory: SharedArrayBuffer;
  readonly #events: DiskThreadEvents;
  /** Only while the thread works: an idle service wakes nobody. */
  #timer: NodeJS.Timeout | undefined;
  #lastCall: (PresentCall & { readonly since: number }) | undefined;
  #isStuck = false;
  #isEnding = false;

  constructor({ worker, memory }: DiskWorker, events: DiskThreadEvents) {
    this.#events = events;
    this.#worker = worker;
    this.#memory = memory;
    this.#worker.on('message', (message: FromDiskThread) => {
      this.#inspect(); // first, since a thread that sends a message is not stuck
      if (message.type === 'busy') this.#watch();
      else events.onMessage(message);
    });
    this.#worker.on('error', (error) => this.#ended(error));
    this.#worker.on('exit', () => this.#ended(new Error('The disk thread ended.')));
  }

  #watch(): void {
    if (this.#isEnding) return;
    this.#timer ??= setInterval(() => {
      this.#inspect();
      if (this.#lastCall !== undefined || !stopWatching(this.#memory)) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    }, INSPECT_EVERY_MS).unref();
  }

  send(message: ToDiskThread): void {
    this.#worker.postMessage(message);
  }

  /** False if the disk holds the thread: a second in one call, or twenty in all. */
  async end(): Promise<boolean> {
    this.#isEnding = true;
    clearInterval(this.#timer);
    const ended = this.#worker.terminate().then(() => true);
    let timer: NodeJS.Timeout | undefined;
    const held = new Promise<boolean>((resolve) => {
      let before = presentCall(this.#memory)?.number;
      let inspections = 0;
      timer = setInterval(() => {
        inspections += 1;
        const now = presentCall(this.#memory)?.number;
        if ((now !== undefined && now === before) || inspections === MOST_INSPECTIONS) resolve(false);
        before = now;
      }, HELD_MS);
    });
    const hasEnded = await Promise.race([ended, held]);
    clearInterval(timer);
    // `terminate` keeps the process waiting for the worker.
    this.#worker.unref();
    return hasEnded;
  }

  #inspect(): void {
    const call = presentCall(this.#memory);
    if (call === undefined || call.number !== this.#lastCall?.number) {
      this.#lastCall = call === undefined ? undefined : { ...call, since: performance.now() };
      if (this.#isStuck) this.#events.onFree();
      this.#isStuck = false;
    } else if (!this.#isStuck && performance.now() - this.#lastCall.since > limitOf(call)) {
      this.#isStuck = true;
      if (call.isCheck) this.#endCheck(call.path);
      else this.#events.onStuck(call.path);
    }
  }

  #endCheck(directory: string): void {
    void this.end();
    this.#events.onEnd(new CheckUnfinishedError(`${CHECK_DEADLINE_MS / 1_000} s`), directory);
  }

  #ended(error: Error): void {
    clearInterval(this.#timer);
    if (this.#isEnding) return;
    this.#isEnding = true;
    const call = presentCall(this.#memory);
    this.#events.onEnd(error, call?.isCheck ? call.path : undefined);
  }
}

function limitOf({ isCheck }: PresentCall): number {
  return isCheck ? CHECK_DEADLINE_MS : STUCK_MS;
}
