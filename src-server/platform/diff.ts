import { structuredPatch } from 'diff';
import type { DiffLine } from '../contract/clients/connect.ts';

/** Beyond, shows all old, then all new lines: the shortest diff would take too long. */
const MOST_CHANGES = 1_000;

const KINDS = { ' ': 'same', '-': 'removed', '+': 'added' } as const satisfies Record<
  string,
  DiffLine['kind']
>;
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
  if (patch === undefined) return [[...marked('removed', old), ...marked('added', now)]];
  return patch.hunks.map(({ lines }) => lines.flatMap(toDiffLine));
}

/** Three lines of context. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  return changedPlaces(before, after, 3).flat();
}

/** By `+` or `-`. */
export function formatDiff(lines: readonly DiffLine[]): string {
  return lines.map(formatLine).join('\n');
}

export function formatLine({ kind, text }: DiffLine): string {
  return `${MARKS[kind]} ${text}`;
}

function marked(kind: DiffLine['kind'], text: string): DiffLine[] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => ({ kind, text: line }));
}

/** Backslash lines are remarks about the end of the file. */
function toDiffLine(line: string): DiffLine[] {
  const mark = line.charAt(0);
  return mark === ' ' || mark === '-' || mark === '+' ? [{ kind: KINDS[mark], text: line.slice(1) }] : [];
}
