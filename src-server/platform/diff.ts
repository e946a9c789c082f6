import { structuredPatch } from 'diff';
import type { DiffLine } from '../contract/clients/connect.ts';

/** Beyond, shows all old, then all new lines: the shortest diff would take too long. */
const MOST_CHANGES = 1_000;
const KINDS: Readonly<Record<string, DiffLine['kind']>> = { ' ': 'same', '-': 'removed', '+': 'added' };
const MARKS = { same: ' ', removed: '-', added: '+' } as const;

/**
 * Ignores CRLF against LF.
 *
 * @param context unchanged lines around
 */
export function changedPlaces(
  before: string,
  after: string,
  context: number,
): readonly (readonly DiffLine[])[] {
  const [old, now] = [before, after].map((text) => text.replaceAll('\r\n', '\n')) as [string, string];
  const patch = structuredPatch('', '', old, now, '', '', { context, maxEditLength: MOST_CHANGES });
  const all = (mark: string, text: string) =>
    text
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => mark + line);
  const places = patch?.hunks.map(({ lines }) => lines) ?? [[...all('-', old), ...all('+', now)]];
  // Backslash lines are remarks about the end of the file.
  return places.map((lines) =>
    lines.flatMap((line) => {
      const kind = KINDS[line.charAt(0)];
      return kind === undefined ? [] : [{ kind, text: line.slice(1) }];
    }),
  );
}

/** Three lines of context. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  return changedPlaces(before, after, 3).flat();
}

export function formatDiff(lines: readonly DiffLine[]): string {
  return lines.map(formatLine).join('\n');
}

export function formatLine({ kind, text }: DiffLine): string {
  return `${MARKS[kind]} ${text}`;
}
