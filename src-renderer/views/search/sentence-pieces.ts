/** What sentences about a question are made of. */

/** Plain text, a word of the question, one that no skill has, a heading, or a file. */
export interface ReasonPiece {
  readonly kind: 'text' | 'word' | 'missing' | 'heading' | 'file';
  readonly text: string;
}

/** A sentence in pieces that look different. */
export type Sentence = readonly ReasonPiece[];

/** A word that more than this share of the skills has says little. */
export const COMMON = 1 / 2;

/** Plain words. */
export const text = (words: string): ReasonPiece => ({ kind: 'text', text: words });

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[], kind: 'word' | 'missing' = 'word'): Sentence {
  return words.flatMap((word, at) => [
    ...(at === 0 ? [] : [text(at === words.length - 1 ? ' and ' : ', ')]),
    { kind, text: word },
  ]);
}
