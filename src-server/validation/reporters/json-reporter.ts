import { countBySeverity } from '../../contract/diagnostic.ts';
import { printableJson } from '../../contract/printable.ts';
import type { Reporter } from './report.ts';

/**
 * One JSON object: the skills with what they declare beside what is computed, how many problems of each severity, and
 * the problems as the service gives them.
 */
export const reportJson: Reporter = ({ diagnostics, facts }) =>
  printableJson({ skills: facts, counts: countBySeverity(diagnostics), diagnostics }, 2);
