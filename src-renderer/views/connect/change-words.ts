import type { DiffLine } from '../../../src-server/contract/clients/connect.ts';
import { plural } from '../../text/format.ts';

/** `2 lines added, none removed` */
export function changeWords(diff: readonly DiffLine[]): string {
  const count = (kind: DiffLine['kind']) => diff.filter((line) => line.kind === kind).length;
  const [added, removed] = [count('added'), count('removed')];
  return `${plural(added, 'line')} added, ${removed === 0 ? 'none' : removed} removed`;
}
