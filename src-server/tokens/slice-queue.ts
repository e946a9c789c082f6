export interface CountingJob {
  /** Remaining characters. */
  readonly size: number;
  /** Undefined if counted, or the caller is gone. */
  next(): string | undefined;
}

/** Honest skills are smaller. */
const SMALL = 256 * 1024;
/** Lets large jobs end, too. */
const SMALL_BEFORE_LARGE = 4;

/** Round-robin, small jobs first. */
export class SliceQueue<Job extends CountingJob> {
  private readonly small: Job[] = [];
  private readonly large: Job[] = [];
  private turns = 0;

  add(job: Job): void {
    (job.size <= SMALL ? this.small : this.large).push(job);
  }

  /** Undefined if empty. */
  take(): { readonly job: Job; readonly slice: string } | undefined {
    for (;;) {
      const isLarge = this.small.length === 0 || (this.large.length > 0 && this.turns >= SMALL_BEFORE_LARGE);
      const job = (isLarge ? this.large : this.small).shift();
      if (job === undefined) return undefined;
      const slice = job.next();
      if (slice === undefined) continue;
      this.turns = isLarge ? 0 : this.turns + 1;
      (isLarge ? this.large : this.small).push(job);
      return { job, slice };
    }
  }

  clear(): Job[] {
    return [...this.small.splice(0), ...this.large.splice(0)];
  }
}
