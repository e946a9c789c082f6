import { structuredPatch } from 'diff';
import type { DiffLine } from '../contract/clients/connect.ts';

/** Texts that differ in more lines are shown as all old, then all new: finding the shortest way takes too long. */
const MOST_CHANGES = 1_000;

const KINDS = { ' ': 'same', '-': 'removed', '+': 'added' } as const satisfies Record<
  string,
  DiffLine['kind']
>;
const MARKS = { same: ' ', removed: '-', added: '+' } as const;

/**
 * The lines that differ, each place with some unchanged ones around it; none where nothing differs. Lines end at LF or
 * CRLF, which makes no difference.
 *
 * @param context unchanged lines before and after a place
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

/** All places that differ, one after the other, with three lines around each. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  return changedPlaces(before, after, 3).flat();
}

/** The difference as text, `+` and `-` before the lines. */
export function formatDiff(lines: readonly DiffLine[]): string {
  return lines.map(formatLine).join('\n');
}

/** One line of it. */
export function formatLine({ kind, text }: DiffLine): string {
  return `${MARKS[kind]} ${text}`;
}

function marked(kind: DiffLine['kind'], text: string): DiffLine[] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => ({ kind, text: line }));
}

/** What begins with a backslash is a remark about the end of the file. */
function toDiffLine(line: string): DiffLine[] {
  const mark = line.charAt(0);
  return mark === ' ' || mark === '-' || mark === '+' ? [{ kind: KINDS[mark], text: line.slice(1) }] : [];
}
