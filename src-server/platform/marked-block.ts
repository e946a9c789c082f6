/** HTML comments around our block in a foreign file. */
export interface BlockMarks {
  readonly start: string;
  readonly end: string;
}

/** @param name `''` for the pointer */
export function blockMarks(name = ''): BlockMarks {
  const prefix = `skills-registry:${name === '' ? '' : `${name}:`}`;
  return { start: `<!-- ${prefix}start -->`, end: `<!-- ${prefix}end -->` };
}

export type FoundBlock =
  | { readonly state: 'absent' }
  | {
      readonly state: 'present';
      /** UTF-16 code units, with marks. */
      readonly start: number;
      readonly end: number;
      /** With marks; lines end in LF. */
      readonly text: string;
    }
  /** The marks form no single block. */
  | { readonly state: 'odd'; readonly reason: string };

export type BlockEdit =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

const BOM = '\uFEFF';

export function findBlock(text: string, marks: BlockMarks): FoundBlock {
  const found = [...text.matchAll(new RegExp(`${pattern(marks.start)}|${pattern(marks.end)}`, 'g'))];
  if (found.length === 0) return { state: 'absent' };
  const [first, last] = found;
  const isStart = (mark: string) => new RegExp(pattern(marks.start)).test(mark);
  const names = found.map(([mark]) => (isStart(mark) ? 'start' : 'end')).join(' ');
  if (first === undefined || last === undefined || names !== 'start end')
    return { state: 'odd', reason: describeOdd(names) };
  const [start, end] = [first.index, last.index + last[0].length];
  return { state: 'present', start, end, text: text.slice(start, end).replaceAll('\r\n', '\n') };
}

/** Ignores spaces in the comment. */
function pattern(mark: string): string {
  const name = mark.replace(/^<!-- | -->$/g, '');
  return `<!--\\s*${name}\\s*-->`;
}

function describeOdd(names: string): string {
  if (names === 'start') return 'It has the mark where our block begins, and none where it ends.';
  if (names === 'end') return 'It has the mark where our block ends, and none where it begins.';
  if (names === 'end start') return 'The marks of our block are the wrong way round.';
  return 'It has the marks of our block more than once.';
}

/**
 * Replaces the block, or appends it after an empty line. Keeps the rest byte for byte.
 *
 * @param lines with marks
 */
export function setBlock(text: string, marks: BlockMarks, lines: readonly string[]): BlockEdit {
  const found = findBlock(text, marks);
  if (found.state === 'odd') return { ok: false, reason: found.reason };
  const eol = eolOf(text);
  const block = lines.join(eol);
  if (found.state === 'present')
    return { ok: true, text: text.slice(0, found.start) + block + text.slice(found.end) };
  if (text === '' || text === BOM) return { ok: true, text: text + block + eol };
  // A line end after the block records that the text had a final line end, for `removeBlock`.
  return text.endsWith(eol)
    ? { ok: true, text: text + eol + block + eol }
    : { ok: true, text: text + eol + eol + block };
}

/** Undoes `setBlock` byte for byte. */
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

/** By frequency. */
export function eolOf(text: string): '\n' | '\r\n' {
  const crlf = text.match(/\r\n/g)?.length ?? 0;
  const lf = (text.match(/\n/g)?.length ?? 0) - crlf;
  return crlf > lf ? '\r\n' : '\n';
}
