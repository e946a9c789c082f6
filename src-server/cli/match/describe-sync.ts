import { printable } from '../../contract/words/printable.ts';
import type { PlannedStep, SyncPlan } from '../../projects/sync/sync-project.ts';
import { formatLine, lineDiff } from '../../text/line-diff.ts';

/** Per file. */
const MOST_LINES = 60;
const MARKS = { create: '+', replace: '~', remove: '-', keep: '=' } as const;

/** With a diff of files that people read. */
export function describeSync({ steps }: Pick<SyncPlan, 'steps'>): string {
  const changes = steps.filter(({ action }) => action !== 'keep');
  const kept = steps.filter(({ action }) => action === 'keep');
  return [
    ...changes.map(describeStep),
    ...kept.map(({ path, reason = '' }) => printable(`${MARKS.keep} ${path} is kept: it ${reason}.`)),
  ].join('\n');
}

function describeStep({ path, action, before, after }: PlannedStep): string {
  const head = printable(`${MARKS[action]} ${path}`);
  const isShown = action === 'replace' || /^[A-Z]+\.md$/.test(path) || path.endsWith('/SKILL.md');
  if (!isShown || action === 'remove') return head;
  const lines = lineDiff(before ?? '', after ?? '');
  const shown = lines.slice(0, MOST_LINES).map((line) => `    ${printable(formatLine(line))}`);
  const rest = lines.length - shown.length;
  return [head, ...shown, ...(rest > 0 ? [`    … and ${rest} more lines`] : [])].join('\n');
}
