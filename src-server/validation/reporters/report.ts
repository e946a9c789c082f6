import type { Diagnostic } from '../../contract/diagnostic.ts';
import type { ComparedFacts } from '../compute-facts.ts';

/** What a reporter is given. */
export interface Report {
  readonly diagnostics: readonly Diagnostic[];
  /** How many more were found that are not to be shown. */
  readonly hidden: number;
  /** Of every skill that is served. */
  readonly facts: readonly ComparedFacts[];
  /** Version of this program. */
  readonly version: string;
  /** The path to show for a diagnostic's file: relative to where the user is, `/` between segments. */
  readonly pathOf: (file: string) => string;
  /** Lines of a diagnostic's file; undefined where it can't be read. */
  readonly readLines: (file: string) => readonly string[] | undefined;
}

/** Turns findings into text. */
export type Reporter = (report: Report) => string;
