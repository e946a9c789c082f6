import type { DiffLine } from '../contract/connect.ts';

const CONTEXT_LINES = 3;

/**
 * The lines that differ, with some of what is around them. The texts have one place that differs, or a few close to each
 * other, as an edit of one entry makes them: what they share at the start and at the end is left out.
 */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  if (before === after) return [];
  const old = linesOf(before);
  const now = linesOf(after);
  const shared = Math.min(old.length, now.length);
  let start = 0;
  while (start < shared && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shared - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const line = (kind: DiffLine['kind']) => (text: string) => ({ kind, text });
  return [
    ...old.slice(Math.max(0, start - CONTEXT_LINES), start).map(line('same')),
    ...old.slice(start, old.length - end).map(line('removed')),
    ...now.slice(start, now.length - end).map(line('added')),
    ...now.slice(now.length - end, now.length - end + CONTEXT_LINES).map(line('same')),
  ];
}

function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** The difference as text, `+` and `-` before the lines. */
export function formatDiff(lines: readonly DiffLine[]): string {
  const marks = { same: ' ', removed: '-', added: '+' } as const;
  return lines.map(({ kind, text }) => `${marks[kind]} ${text}`).join('\n');
}
