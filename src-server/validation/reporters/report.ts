import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import type { Relaxed } from '../../contract/diagnostics/relaxed.ts';
import type { ComparedFacts } from '../compute-facts.ts';

export interface Report {
  readonly diagnostics: readonly Diagnostic[];
  readonly hidden: number;
  readonly relaxed: readonly Relaxed[];
  readonly facts: readonly ComparedFacts[];
  readonly version: string;
  readonly pathOf: (file: string) => string;
  /** The diagnostic's file, otherwise the skill.json or index.json about it. */
  readonly existingPathOf: (file: string | undefined) => string;
  readonly readLines: (file: string) => readonly string[] | undefined;
}

export type Reporter = (report: Report) => string;
