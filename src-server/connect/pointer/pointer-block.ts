import { POINTER_LINES } from '../../contract/clients/pointer.ts';
import { type BlockEdit, blockMarks, findBlock, removeBlock, setBlock } from '../../text/marked-block.ts';

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

const MARKS = blockMarks();

/** Looks for the block between its two marks. */
export function findPointer(text: string): PointerInText {
  const found = findBlock(text, MARKS);
  if (found.state !== 'present') return found;
  const { start, end } = found;
  return { state: 'present', start, end, isCurrent: found.text === POINTER_LINES.join('\n') };
}

/** The text with the block as it is today; see `setBlock`. Pure. */
export function addPointer(text: string): BlockEdit {
  return setBlock(text, MARKS, POINTER_LINES);
}

/** The text without the block: what `addPointer` made is undone to the byte. Pure. */
export function removePointer(text: string): BlockEdit {
  return removeBlock(text, MARKS);
}
