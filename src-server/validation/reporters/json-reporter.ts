import { countBySeverity } from '../../contract/diagnostics/diagnostic.ts';
import { printableJson } from '../../contract/words/printable.ts';
import type { Reporter } from './report.ts';
import { countByCode } from './report-top.ts';

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
