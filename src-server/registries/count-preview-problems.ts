import { countBySeverity, type Severity } from '../contract/diagnostics/diagnostic.ts';
import { locateRegistry } from '../registry/locate-registry.ts';
import { validateRegistry } from '../registry/validate-registry.ts';

export interface ProblemCounts {
  readonly counts: Readonly<Record<Severity, number>>;
  /** Below all skills if the time is up. */
  readonly checkedSkills: number;
}

/** People wait for the preview. */
const LONGEST_MS = 10_000;

/** Like `validate`, without the registry's own rules. */
export async function countPreviewProblems(files: string): Promise<ProblemCounts> {
  const located = locateRegistry(files);
  if (!located.ok) return { counts: countBySeverity([]), checkedSkills: 0 };
  const options = { now: new Date(), agesIndex: false, longestMs: LONGEST_MS };
  const { diagnostics, checked } = await validateRegistry(located.location, options);
  return { counts: countBySeverity(diagnostics), checkedSkills: checked };
}
