import { ApiError } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import type { RegistryRules } from '../validation/registry-rules.ts';
import type { SubmissionReview } from './check-submission.ts';
import type { ReviewAnswer, ReviewRequest } from './messages.ts';

const REVIEW_LATE = 'The skill could not be checked within 30 seconds; nothing was stored.';

/** Those who wait until something is there; all of them look again whenever something has changed. */
export class Waiters {
  readonly #waiting: (() => void)[] = [];
  #isClosed = false;

  /** Resolves once `isThere` holds at a look. Rejects with `registry_unavailable` when the service stops. */
  async until(isThere: () => boolean): Promise<void> {
    while (!isThere()) {
      if (this.#isClosed) throw new ApiError('registry_unavailable', 'The service is stopping.');
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  look(): void {
    for (const look of this.#waiting.splice(0)) look();
  }

  close(): void {
    this.#isClosed = true;
    this.look();
  }
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

interface WaitingReview {
  resolve(answer: ReviewAnswer): void;
  reject(error: ApiError): void;
  readonly late: NodeJS.Timeout;
}

/** Submissions that the registry worker checks, each until its answer. */
export class Reviews {
  /** Posts the request; returns whether a worker runs. */
  readonly #post: (request: ReviewRequest) => boolean;
  readonly #waiting = new Map<number, WaitingReview>();
  #next = 1;

  constructor(post: (request: ReviewRequest) => boolean) {
    this.#post = post;
  }

  async ask(body: string, rules: RegistryRules): Promise<SubmissionReview | undefined> {
    const id = this.#next++;
    const answer = new Promise<ReviewAnswer>((resolve, reject) => {
      if (!this.#post({ type: 'review', id, body, rules })) return reject(unreadNow());
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
    for (const { reject } of this.#waiting.values()) reject(unreadNow());
  }
}

interface WaitingScan {
  resolve(): void;
  reject(error: ApiError): void;
}

/** Scans that are asked of the registry worker, one after the other: calls during a scan share the next one. */
export class Rescans {
  /** Posts the request; returns whether a worker runs. */
  readonly #post: () => boolean;
  /** The scans that were posted, in the order of their answers. */
  readonly #posted: WaitingScan[] = [];
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(post: () => boolean) {
    this.#post = post;
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

  /** Resolves the first one, which the worker has answered. */
  done(): void {
    this.#posted.shift()?.resolve();
  }

  /** Rejects all, since the worker has ended. */
  giveUp(): void {
    for (const { reject } of this.#posted.splice(0)) reject(unreadNow());
  }

  #begin(): Promise<void> {
    const scan = new Promise<void>((resolve, reject) => {
      if (this.#post()) this.#posted.push({ resolve, reject });
      else reject(unreadNow());
    });
    const end = () => {
      if (this.#running === scan) this.#running = undefined;
    };
    this.#running = scan;
    scan.then(end, end);
    return scan;
  }
}

function unreadNow(): ApiError {
  const message = 'The registry can’t be read again now: what reads it ended, and is started again.';
  return new ApiError('registry_unavailable', message);
}
