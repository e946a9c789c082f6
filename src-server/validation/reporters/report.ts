import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import type { Relaxed } from '../../contract/diagnostics/relaxed.ts';
import type { ComparedFacts } from '../compute-facts.ts';

export interface Report {
  readonly diagnostics: readonly Diagnostic[];
  /** Number of unshown diagnostics. */
  readonly hidden: number;
  /** By code. */
  readonly relaxed: readonly Relaxed[];
  /** Of served skills. */
  readonly facts: readonly ComparedFacts[];
  /** Of this program. */
  readonly version: string;
  /** Relative to the working directory, `/` between segments. */
  readonly pathOf: (file: string) => string;
  /** For other tools: the diagnostic's file, otherwise the skill.json or index.json about it. */
  readonly existingPathOf: (file: string | undefined) => string;
  /** Undefined if unreadable. */
  readonly readLines: (file: string) => readonly string[] | undefined;
}

export type Reporter = (report: Report) => string;
