import { revealHidden } from './reveal-hidden.ts';

/** A text with hidden characters spelled out, such as `[U+202E]`: for titles, which hold nothing but text. */
export function spellHidden(text: string): string {
  return revealHidden(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : `[${piece.code}]`))
    .join('');
}
