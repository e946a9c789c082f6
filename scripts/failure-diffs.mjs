/**
 * Vitest reporter: diffs of failed tests by name, into the file FAILURE_DIFFS. Vitest's JSON report lacks the
 * diffs.
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

/** As in `vitestOutcome`: file, then titles from the outermost. */
function nameOf(test) {
  const titles = [];
  for (let part = test; part.type !== 'module'; part = part.parent) titles.unshift(part.name);
  return `${relative(process.cwd(), test.module.moduleId)}: ${titles.join(' ')}`;
}
