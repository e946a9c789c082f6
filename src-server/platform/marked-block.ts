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

/** Replaces the block, or appends it after an empty line. Keeps the rest byte for byte. `lines` have the marks. */
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
