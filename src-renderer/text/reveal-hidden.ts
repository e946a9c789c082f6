/**
 * Characters that one doesn't see but a model reads, or that make text read differently from what it says: controls,
 * zero-width characters, bidirectional overrides, tag characters. Skill texts come from others, so they are shown.
 */

export type TextPiece =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'hidden';
      /** Such as `U+202E`. */
      readonly code: string;
      readonly name: string;
    };

const NAMES: ReadonlyArray<readonly [first: number, last: number, name: string]> = [
  [0x00, 0x08, 'control character'],
  [0x0b, 0x0c, 'control character'],
  [0x0e, 0x1f, 'control character'],
  [0x7f, 0x9f, 'control character'],
  [0xad, 0xad, 'soft hyphen'],
  [0x34f, 0x34f, 'combining grapheme joiner'],
  [0x61c, 0x61c, 'Arabic letter mark'],
  [0x115f, 0x1160, 'Hangul filler'],
  [0x17b4, 0x17b5, 'invisible vowel'],
  [0x180b, 0x180f, 'Mongolian selector'],
  [0x200b, 0x200b, 'zero-width space'],
  [0x200c, 0x200c, 'zero-width non-joiner'],
  [0x200d, 0x200d, 'zero-width joiner'],
  [0x200e, 0x200e, 'left-to-right mark'],
  [0x200f, 0x200f, 'right-to-left mark'],
  [0x2028, 0x2029, 'line separator'],
  [0x202a, 0x202e, 'bidirectional override'],
  [0x2060, 0x2064, 'invisible operator'],
  [0x2066, 0x2069, 'bidirectional isolate'],
  [0x206a, 0x206f, 'deprecated format character'],
  [0x3164, 0x3164, 'Hangul filler'],
  [0xfeff, 0xfeff, 'zero-width no-break space'],
  [0xffa0, 0xffa0, 'half-width Hangul filler'],
  [0xfff9, 0xfffb, 'annotation character'],
  [0xe0000, 0xe007f, 'tag character'],
  [0xe0100, 0xe01ef, 'variation selector'],
];

const HIDDEN = new RegExp(
  `[${NAMES.map(([first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`).join('')}]`,
  'gu',
);
const JOINER = '\u200d';
const PICTURE_BEFORE = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;
const PICTURE_AFTER = /^\p{Extended_Pictographic}/u;

/** Splits a text at its hidden characters. Joiners inside of emoji belong there and stay. */
export function revealHidden(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    const [character] = match;
    const end = match.index + character.length;
    if (character === JOINER && joinsEmoji(text, match.index, end)) continue;
    if (match.index > from) pieces.push({ kind: 'text', text: text.slice(from, match.index) });
    pieces.push(describe(character));
    from = end;
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) });
  return pieces;
}

/** True for the rare text that has any; quick, since every text on the page is asked. */
export function hasHidden(text: string): boolean {
  return text.search(HIDDEN) !== -1;
}

export function countHidden(text: string): number {
  return hasHidden(text) ? revealHidden(text).filter(({ kind }) => kind === 'hidden').length : 0;
}

function joinsEmoji(text: string, start: number, end: number): boolean {
  return (
    PICTURE_BEFORE.test(text.slice(Math.max(0, start - 2), start)) &&
    PICTURE_AFTER.test(text.slice(end, end + 2))
  );
}

function describe(character: string): TextPiece {
  const point = character.codePointAt(0) ?? 0;
  const name = NAMES.find(([first, last]) => point >= first && point <= last)?.[2] ?? 'hidden character';
  return { kind: 'hidden', code: `U+${point.toString(16).toUpperCase().padStart(4, '0')}`, name };
}
