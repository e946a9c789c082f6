import { countBySeverity } from '../../contract/diagnostics/diagnostic.ts';
import { printableJson } from '../../contract/words/printable.ts';
import type { Reporter } from './report.ts';
import { countByCode } from './report-top.ts';

/**
 * One JSON object: the skills with what they declare beside what is computed, how many problems of each severity and code,
 * what the registry's own rules relaxed, and the problems as the service gives them.
 */
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
