import type { DiffLine } from '../../../src-server/contract/clients/connect.ts';
import { plural } from '../../text/format.ts';

/** How much a change changes, such as `2 lines are added, none goes`. */
export function changeWords(diff: readonly DiffLine[]): string {
  const count = (kind: DiffLine['kind']) => diff.filter((line) => line.kind === kind).length;
  const [added, removed] = [count('added'), count('removed')];
  const comes = `${plural(added, 'line')} ${added === 1 ? 'is' : 'are'} added`;
  const goes = removed === 0 ? 'none goes' : `${removed} ${removed === 1 ? 'goes' : 'go'}`;
  return `${comes}, ${goes}`;
}
