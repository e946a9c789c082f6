/** The marks of one of our blocks in a file of somebody else: HTML comments that name us. */
export interface BlockMarks {
  readonly start: string;
  readonly end: string;
}

/** Marks by the block's name; `''` is the pointer's. */
export function blockMarks(name = ''): BlockMarks {
  const prefix = `skills-registry:${name === '' ? '' : `${name}:`}`;
  return { start: `<!-- ${prefix}start -->`, end: `<!-- ${prefix}end -->` };
}

/** What a text holds between two marks. */
export type FoundBlock =
  | { readonly state: 'absent' }
  | {
      readonly state: 'present';
      /** Where the block begins and ends, marks included: UTF-16 code units. */
      readonly start: number;
      readonly end: number;
      /** Marks included, lines ended by LF. */
      readonly text: string;
    }
  /** The marks don't make one block: nobody can say what is ours. */
  | { readonly state: 'odd'; readonly reason: string };

/** A text with a change, or why there is none. */
export type BlockEdit =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

const BOM = '\uFEFF';

/** Looks for the block between its two marks. */
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

/** Spaces inside the comment make no difference. */
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
 * The text with the block: in its place where there is one, else at the end, an empty line before it. Everything else stays,
 * byte for byte. Pure.
 *
 * @param lines marks included
 */
export function setBlock(text: string, marks: BlockMarks, lines: readonly string[]): BlockEdit {
  const found = findBlock(text, marks);
  if (found.state === 'odd') return { ok: false, reason: found.reason };
  const eol = eolOf(text);
  const block = lines.join(eol);
  if (found.state === 'present')
    return { ok: true, text: text.slice(0, found.start) + block + text.slice(found.end) };
  if (text === '' || text === BOM) return { ok: true, text: text + block + eol };
  // Whether a line end follows tells, when the block is taken out, whether there was one before.
  return text.endsWith(eol)
    ? { ok: true, text: text + eol + block + eol }
    : { ok: true, text: text + eol + eol + block };
}

/** The text without the block: what `setBlock` made is undone to the byte. Pure. */
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

/** The line end that a text uses more. */
export function eolOf(text: string): '\n' | '\r\n' {
  const crlf = text.match(/\r\n/g)?.length ?? 0;
  const lf = (text.match(/\n/g)?.length ?? 0) - crlf;
  return crlf > lf ? '\r\n' : '\n';
}
