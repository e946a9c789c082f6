import { countBySeverity } from '../../contract/diagnostic.ts';
import type { Reporter } from './report.ts';

/** One JSON object: how many skills, how many problems of each severity, and the problems as the service gives them. */
export const reportJson: Reporter = ({ diagnostics, skills }) =>
  JSON.stringify({ skills, counts: countBySeverity(diagnostics), diagnostics }, undefined, 2);
