/** The recorded programs of a task, pair.json, which `eval check --record` writes and the page shows. */

/** One observation of a task's tests. The first of a run is `works`, the others are dangers. */
export interface Check {
  readonly name: string;
  readonly passed: boolean;
  readonly evidence: string;
}

/** A program, and what its tests printed of its run. */
export interface RecordedRun {
  readonly text: string;
  readonly checks: readonly Check[];
}

/** A task as a person reads it: the question, two programs for it, and what their runs printed. */
export interface TaskPair {
  /** The key of the skill whose task this is. */
  readonly skill: string;
  /** The release of the library that the skill is about. */
  readonly version: string;
  /** The task's instruction, which doesn't name the danger. */
  readonly question: string;
  /** The heading of the entry without which the program goes wrong. */
  readonly entry: string;
  /** The name of the program's file. Example: `main.go`. */
  readonly file: string;
  /** What the programs were run with, as the task says it. Example: `express 5.3.0, Node.js 20.20.2`. */
  readonly ran: string;
  /** The program with the mistake. */
  readonly wrong: RecordedRun;
  readonly solution: RecordedRun;
}

/** The file of a pair, beside `task.toml`. */
export const PAIR_FILE = 'pair.json';
