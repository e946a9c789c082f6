import { countBySeverity, type Diagnostic, isLeftOut } from '../../contract/diagnostics/diagnostic.ts';
import type { Relaxed } from '../../contract/diagnostics/relaxed.ts';
import { compareSeverity } from '../../contract/diagnostics/severity.ts';
import { compareText } from '../../contract/words/compare-text.ts';
import { printableJson } from '../../contract/words/printable.ts';
import { groupBy } from '../../group-by.ts';
import type { ComparedFacts } from '../compute-facts.ts';

export interface Report {
  readonly diagnostics: readonly Diagnostic[];
  /** Notes and warnings that --quiet leaves out. */
  readonly hidden: number;
  readonly relaxed: readonly Relaxed[];
  readonly facts: readonly ComparedFacts[];
  readonly version: string;
  readonly pathOf: (file: string) => string;
  /** The diagnostic's file, otherwise the skill.json or index.json about it. */
  readonly existingPathOf: (file: string | undefined) => string;
}

export type Reporter = (report: Report) => string;

/** By severity, unserved folders, frequency. */
export function countByCode(
  diagnostics: readonly Diagnostic[],
): ReadonlyArray<Diagnostic & { count: number }> {
  const groups = groupBy(diagnostics, ({ code, severity }) => `${code} ${severity}`);
  return Array.from(groups.values(), (found) => ({ ...(found[0] as Diagnostic), count: found.length })).sort(
    (a, b) =>
      compareSeverity(a.severity, b.severity) ||
      Number(isLeftOut(b)) - Number(isLeftOut(a)) ||
      b.count - a.count ||
      compareText(a.code, b.code),
  );
}

/** Facts per skill, counts, relaxed codes, diagnostics. */
export const reportJson: Reporter = ({ diagnostics, facts, relaxed }) =>
  printableJson(
    {
      skills: facts,
      counts: countBySeverity(diagnostics),
      codes: Object.fromEntries(countByCode(diagnostics).map(({ code, count }) => [code, count])),
      relaxed,
      diagnostics,
    },
    2,
  );
