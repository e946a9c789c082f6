/** One text's or one caller's slices, to be counted in turn with those of others. */
export interface CountingJob {
  /** Characters that are left, which decide whether it is a small job. */
  readonly size: number;
  /** The next slice; undefined where all are counted, or nobody waits any more. */
  next(): string | undefined;
}

/** A job of at most so many characters goes before larger ones: an honest skill has fewer. */
const SMALL = 256 * 1024;
/** After so many slices of small jobs a large one gets its turn, so that it comes to an end too. */
const SMALL_BEFORE_LARGE = 4;

/** Whose slice is next: small jobs first, and among equals one slice each, in turn. */
export class SliceQueue<Job extends CountingJob> {
  private readonly small: Job[] = [];
  private readonly large: Job[] = [];
  private turns = 0;

  add(job: Job): void {
    (job.size <= SMALL ? this.small : this.large).push(job);
  }

  /** The job whose turn it is and its slice; it goes behind the others of its size. Undefined where none is left. */
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

  /** All that is left, and nothing afterwards. */
  clear(): Job[] {
    return [...this.small.splice(0), ...this.large.splice(0)];
  }
}
