/** Lines that differ between two texts, and marked blocks of lines that we write into texts of others. */
import { structuredPatch } from 'diff';
import type { DiffLine } from '../contract/clients/clients.ts';

/**
 * Changed lines of a diff. With more, all old lines are shown, then all new ones: the shortest diff would take too
 * long.
 */
const MOST_CHANGES = 1_000;
const KINDS: Readonly<Record<string, DiffLine['kind']>> = { ' ': 'same', '-': 'removed', '+': 'added' };
const MARKS = { same: ' ', removed: '-', added: '+' } as const;

/**
 * Compares two texts by lines, and returns the changed places. CRLF and LF are the same.
 *
 * @param context unchanged lines around a place
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

/** Compares two texts, with three unchanged lines around each place. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  return changedPlaces(before, after, 3).flat();
}

export function formatDiff(lines: readonly DiffLine[]): string {
  return lines.map(formatLine).join('\n');
}

export function formatLine({ kind, text }: DiffLine): string {
  return `${MARKS[kind]} ${text}`;
}

/** The HTML comments around our block in a file of somebody else. */
interface BlockMarks {
  readonly start: string;
  readonly end: string;
}

/**
 * Makes the marks of a block.
 *
 * @param name `''` for the lines that point agents to the service
 */
export function blockMarks(name = ''): BlockMarks {
  const prefix = `skills-registry:${name === '' ? '' : `${name}:`}`;
  return { start: `<!-- ${prefix}start -->`, end: `<!-- ${prefix}end -->` };
}

type FoundBlock =
  | { readonly state: 'absent' }
  | {
      readonly state: 'present';
      /** Where the block begins and ends with its marks, in UTF-16 units. */
      readonly start: number;
      readonly end: number;
      /** The block with its marks; its lines end in LF. */
      readonly text: string;
    }
  /** The marks form no single block. */
  | { readonly state: 'odd'; readonly reason: string };

type BlockEdit =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

const ODD = 'It has marks of our block that are no pair.';

export function findBlock(text: string, marks: BlockMarks): FoundBlock {
  // Editors change the spaces in comments.
  const [start, end] = [marks.start, marks.end].map((mark) => mark.replaceAll(' ', '\\s*'));
  const found = [...text.matchAll(new RegExp(`(${start})|${end}`, 'g'))];
  const [first, last] = found;
  if (first === undefined) return { state: 'absent' };
  if (found.length !== 2 || last === undefined || first[1] === undefined || last[1] !== undefined)
    return { state: 'odd', reason: ODD };
  const place = { start: first.index, end: last.index + last[0].length };
  return { state: 'present', ...place, text: text.slice(place.start, place.end).replaceAll('\r\n', '\n') };
}

/** Replaces our block, or appends it after an empty line. The rest stays byte for byte. `lines` have the marks. */
export function setBlock(text: string, marks: BlockMarks, lines: readonly string[]): BlockEdit {
  const found = findBlock(text, marks);
  if (found.state === 'odd') return { ok: false, reason: found.reason };
  const eol = eolOf(text);
  const block = lines.join(eol);
  if (found.state === 'present')
    return { ok: true, text: text.slice(0, found.start) + block + text.slice(found.end) };
  if (text === '' || text === '\uFEFF') return { ok: true, text: text + block + eol };
  // A line end after the block records that the text had a final line end, for `removeBlock`.
  const [gap, after] = text.endsWith(eol) ? [eol, eol] : [eol + eol, ''];
  return { ok: true, text: text + gap + block + after };
}

/** Takes our block out: undoes `setBlock` byte for byte. */
export function removeBlock(text: string, marks: BlockMarks): BlockEdit {
  const found = findBlock(text, marks);
  if (found.state === 'odd') return { ok: false, reason: found.reason };
  if (found.state === 'absent') return { ok: true, text };
  const eol = text.slice(found.start, found.end).includes('\r\n') ? '\r\n' : '\n';
  const [before, after] = [text.slice(0, found.start), text.slice(found.end)];
  const rest = after.startsWith(eol) ? after.slice(eol.length) : after;
  if (!before.endsWith(eol + eol)) return { ok: true, text: before + rest };
  const gap = after === '' ? 2 * eol.length : eol.length;
  return { ok: true, text: before.slice(0, -gap) + rest };
}

/** Returns the line end that most lines have. */
export function eolOf(text: string): '\n' | '\r\n' {
  const crlf = text.match(/\r\n/g)?.length ?? 0;
  const lf = (text.match(/\n/g)?.length ?? 0) - crlf;
  return crlf > lf ? '\r\n' : '\n';
}
