import type { Worker } from 'node:worker_threads';
import { CHECK_DEADLINE_MS, CheckUnfinishedError } from '../../validation/skill-checker.ts';
import type { FromDiskThread, ToDiskThread } from './disk-messages.ts';
import { type PresentCall, presentCall } from './shared-call-monitor.ts';
import type { DiskWorker } from './start-disk-worker.ts';

/** A call that takes this long is not expected to come back soon. */
export const STUCK_MS = 5_000;
/** How often threads are looked at. */
const LOOK_MS = 500;
/** A thread that has to end, and is still in the same call after this long, is held by the disk. */
const HELD_MS = 1_000;
/** One that the disk doesn't hold may take its time on a busy machine, but no longer than this many of those. */
const MOST_LOOKS = 20;

export interface DiskThreadEvents {
  readonly onMessage: (message: FromDiskThread) => void;
  /** The disk hasn't answered a call for `STUCK_MS`. Called once for each such call. */
  readonly onStuck: (path: string) => void;
  /** The call that was stuck came back. */
  readonly onFree: () => void;
  /**
   * The thread ended: a defect, no memory left, or a check that took too long.
   *
   * @param checked absolute folder of the skill that was checked when it ended
   */
  readonly onEnd: (error: Error, checked?: string) => void;
}

/** One disk thread, and whether the disk answers it. */
export class DiskThread {
  readonly #worker: Worker;
  readonly #memory: SharedArrayBuffer;
  readonly #events: DiskThreadEvents;
  readonly #timer: NodeJS.Timeout;
  #lastCall: (PresentCall & { readonly since: number }) | undefined;
  #isStuck = false;
  #isEnding = false;

  constructor({ worker, memory }: DiskWorker, events: DiskThreadEvents) {
    this.#events = events;
    this.#worker = worker;
    this.#memory = memory;
    this.#worker.on('message', (message: FromDiskThread) => {
      this.#look(); // before what it says: a thread that speaks isn't stuck
      events.onMessage(message);
    });
    this.#worker.on('error', (error) => this.#ended(error));
    this.#worker.on('exit', () => this.#ended(new Error('The disk thread ended.')));
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  send(message: ToDiskThread): void {
    this.#worker.postMessage(message);
  }

  /**
   * Ends the thread. Resolves to true once it has ended, and to false where the disk holds it: it stays in one call for a
   * second, or lives on after twenty.
   */
  async end(): Promise<boolean> {
    this.#isEnding = true;
    clearInterval(this.#timer);
    const ended = this.#worker.terminate().then(() => true);
    let timer: NodeJS.Timeout | undefined;
    const held = new Promise<boolean>((resolve) => {
      let before = presentCall(this.#memory)?.number;
      let looks = 0;
      timer = setInterval(() => {
        looks += 1;
        const now = presentCall(this.#memory)?.number;
        if ((now !== undefined && now === before) || looks === MOST_LOOKS) resolve(false);
        before = now;
      }, HELD_MS);
    });
    const hasEnded = await Promise.race([ended, held]);
    clearInterval(timer);
    // Ending it made the process wait for it.
    this.#worker.unref();
    return hasEnded;
  }

  #look(): void {
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

  /** A check waits for nothing outside, so its thread can be ended. */
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
