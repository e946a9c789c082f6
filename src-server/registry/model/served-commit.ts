/** Git commit of the files, so that all services agree on version and time. */
export interface ServedCommit {
  /** 40 hexadecimal digits. */
  readonly id: string;
  /** Committer's, since 1970. */
  readonly timeMs: number;
  /** When the commit was checked out, since 1970: later writes are edits. 0 if nobody edits. */
  readonly movedMs: number;
}
