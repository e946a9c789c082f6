import type { DiffLine } from '../../../src-server/contract/clients/connect.ts';

export interface LinePair {
  readonly old: string | undefined;
  readonly now: string | undefined;
  readonly isSame: boolean;
}

/** Old lines beside their replacement. */
export function pairedLines(lines: readonly DiffLine[]): readonly LinePair[] {
  const pairs: LinePair[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1)
      pairs.push({ old: removed[at], now: added[at], isSame: false });
    removed = [];
    added = [];
  };
  for (const { kind, text } of lines) {
    if (kind === 'removed') removed.push(text);
    else if (kind === 'added') added.push(text);
    else {
      flush();
      pairs.push({ old: text, now: text, isSame: true });
    }
  }
  flush();
  return pairs;
}
