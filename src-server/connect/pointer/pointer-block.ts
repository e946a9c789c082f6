import { POINTER_LINES } from '../../contract/pointer.ts';
import type { EditResult } from '../edit-jsonc.ts';
import { detectFormat } from '../text-format.ts';

/** What a text says of the pointer. */
export type PointerInText =
  | { readonly state: 'absent' }
  | {
      readonly state: 'present';
      /** Where the block begins and ends, marks included: UTF-16 code units. */
      readonly start: number;
      readonly end: number;
      /** Whether it says what it says today. */
      readonly isCurrent: boolean;
    }
  /** The marks don't make one block: nobody can say what is ours. */
  | { readonly state: 'odd'; readonly reason: string };

const MARK = /<!--\s*skills-registry:(start|end)\s*-->/g;
const BOM = '\uFEFF';

/** Looks for the block between its two marks. */
export function findPointer(text: string): PointerInText {
  const marks = [...text.matchAll(MARK)];
  if (marks.length === 0) return { state: 'absent' };
  const [first, last] = marks;
  const names = marks.map(([, name]) => name).join(' ');
  if (first === undefined || last === undefined || names !== 'start end')
    return { state: 'odd', reason: describeOdd(names) };
  const [start, end] = [first.index, last.index + last[0].length];
  const isCurrent = text.slice(start, end).replaceAll('\r\n', '\n') === POINTER_LINES.join('\n');
  return { state: 'present', start, end, isCurrent };
}

function describeOdd(names: string): string {
  if (names === 'start') return 'It has the mark where our block begins, and none where it ends.';
  if (names === 'end') return 'It has the mark where our block ends, and none where it begins.';
  if (names === 'end start') return 'The marks of our block are the wrong way round.';
  return 'It has the marks of our block more than once.';
}

/**
 * The text with the block as it is today: in its place where there is one, else at the end, an empty line before it.
 * Everything else stays, byte for byte. Pure.
 */
export function addPointer(text: string): EditResult {
  const found = findPointer(text);
  if (found.state === 'odd') return { ok: false, reason: found.reason };
  const { eol } = detectFormat(text);
  const block = POINTER_LINES.join(eol);
  if (found.state === 'present')
    return { ok: true, text: text.slice(0, found.start) + block + text.slice(found.end) };
  if (text === '' || text === BOM) return { ok: true, text: text + block + eol };
  // Whether a line end follows tells, when the block is taken out, whether there was one before.
  return text.endsWith(eol)
    ? { ok: true, text: text + eol + block + eol }
    : { ok: true, text: text + eol + eol + block };
}

/** The text without the block: what `addPointer` made is undone to the byte. Pure. */
export function removePointer(text: string): EditResult {
  const found = findPointer(text);
  if (found.state === 'odd') return { ok: false, reason: found.reason };
  if (found.state === 'absent') return { ok: true, text };
  const eol = text.slice(found.start, found.end).includes('\r\n') ? '\r\n' : '\n';
  const [before, after] = [text.slice(0, found.start), text.slice(found.end)];
  const rest = after.startsWith(eol) ? after.slice(eol.length) : after;
  if (!before.endsWith(eol + eol)) return { ok: true, text: before + rest };
  const gap = after === '' ? 2 * eol.length : eol.length;
  return { ok: true, text: before.slice(0, -gap) + rest };
}
