/**
 * A reporter of Vitest: writes the difference between expected and received of each failed test, by its name, into the file
 * that FAILURE_DIFFS names. Vitest's own JSON report has the message alone.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

export default class FailureDiffs {
  #diffs = {};

  onTestCaseResult(test) {
    const { errors = [] } = test.result();
    const diff = errors.flatMap((error) => error.diff ?? []).join('\n');
    if (diff !== '') this.#diffs[nameOf(test)] = diff;
  }

  onTestRunEnd() {
    writeFileSync(process.env.FAILURE_DIFFS, JSON.stringify(this.#diffs));
  }
}

/** The name as `vitestOutcome` makes it: the file, then the titles from the outermost on. */
function nameOf(test) {
  const titles = [];
  for (let part = test; part.type !== 'module'; part = part.parent) titles.unshift(part.name);
  return `${relative(process.cwd(), test.module.moduleId)}: ${titles.join(' ')}`;
}
