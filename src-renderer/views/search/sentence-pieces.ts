/** `word`: in the query. `missing`: in no skill. */
export interface ReasonPiece {
  readonly kind: 'text' | 'word' | 'missing' | 'heading' | 'file';
  readonly text: string;
}

export type Sentence = readonly ReasonPiece[];

/** Words in a larger share of skills say little. */
export const COMMON = 1 / 2;

export const text = (words: string): ReasonPiece => ({ kind: 'text', text: words });

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[], kind: 'word' | 'missing' = 'word'): Sentence {
  return words.flatMap((word, at) => [
    ...(at === 0 ? [] : [text(at === words.length - 1 ? ' and ' : ', ')]),
    { kind, text: word },
  ]);
}
