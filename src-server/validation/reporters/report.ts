import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import type { Relaxed } from '../../contract/diagnostics/relaxed.ts';
import type { ComparedFacts } from '../compute-facts.ts';

/** What a reporter is given. */
export interface Report {
  readonly diagnostics: readonly Diagnostic[];
  /** How many more were found that are not to be shown. */
  readonly hidden: number;
  /** What the registry's own rules relaxed, by code. */
  readonly relaxed: readonly Relaxed[];
  /** Of every skill that is served. */
  readonly facts: readonly ComparedFacts[];
  /** Version of this program. */
  readonly version: string;
  /** The path to show for a diagnostic's file: relative to where the user is, `/` between segments. */
  readonly pathOf: (file: string) => string;
  /**
   * A file that exists, for tools that look at it: the diagnostic's own; for a folder or what isn't there, the skill.json
   * or index.json that is about it. As `pathOf` shows it.
   */
  readonly existingPathOf: (file: string | undefined) => string;
  /** Lines of a diagnostic's file; undefined where it can't be read. */
  readonly readLines: (file: string) => readonly string[] | undefined;
}

/** Turns findings into text. */
export type Reporter = (report: Report) => string;
