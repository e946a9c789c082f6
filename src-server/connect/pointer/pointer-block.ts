import { POINTER_LINES } from '../../contract/clients/pointer.ts';
import { type BlockEdit, blockMarks, findBlock, removeBlock, setBlock } from '../../platform/marked-block.ts';

export type PointerInText =
  | { readonly state: 'absent' }
  | {
      readonly state: 'present';
      /** UTF-16 code units, marks included. */
      readonly start: number;
      readonly end: number;
      /** Has today's text. */
      readonly isCurrent: boolean;
    }
  /** Not exactly one block. */
  | { readonly state: 'odd'; readonly reason: string };

const MARKS = blockMarks();

export function findPointer(text: string): PointerInText {
  const found = findBlock(text, MARKS);
  if (found.state !== 'present') return found;
  const { start, end } = found;
  return { state: 'present', start, end, isCurrent: found.text === POINTER_LINES.join('\n') };
}

/** Adds or updates. */
export function addPointer(text: string): BlockEdit {
  return setBlock(text, MARKS, POINTER_LINES);
}

/** Undoes `addPointer` byte for byte. */
export function removePointer(text: string): BlockEdit {
  return removeBlock(text, MARKS);
}
