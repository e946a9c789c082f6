/** Untrusted text with invisible or reordering characters shown by their codes: models read them, people don't see them. */
import { UNSEEN_CHARACTERS } from '../../src-server/contract/outside-text.ts';

/** Draws an untrusted text: invisible characters by their code, and its direction kept to itself. */
export function Revealed({ text }: { readonly text: string }) {
  if (!hasHidden(text)) return <bdi>{text}</bdi>;
  return (
    <bdi>
      {revealHidden(text).map((piece, index) =>
        piece.kind === 'text' ? (
          piece.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
          <HiddenCharacter key={index} code={piece.code} name={piece.name} />
        ),
      )}
    </bdi>
  );
}

/** Draws an invisible character by its code, such as `U+200B`. */
export function HiddenCharacter({ code, name }: { readonly code: string; readonly name: string }) {
  return (
    <span className="hidden-character" title={`Invisible character: ${name}`}>
      {code}
    </span>
  );
}

/** Draws a text with marks on its ranges `[start, end)`, which are sorted and disjoint. */
export function Highlighted({
  text,
  ranges,
}: {
  readonly text: string;
  readonly ranges: ReadonlyArray<readonly [start: number, end: number]>;
}) {
  let from = 0;
  const pieces = ranges.map(([start, end]) => {
    const before = text.slice(from, start);
    from = end;
    return (
      <span key={start}>
        <Revealed text={before} />
        <mark>
          <Revealed text={text.slice(start, end)} />
        </mark>
      </span>
    );
  });
  return (
    <>
      {pieces}
      <Revealed text={text.slice(from)} />
    </>
  );
}

type TextPiece =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'hidden';
      /** The character's code, such as `U+202E`. */
      readonly code: string;
      readonly name: string;
    };

/**
 * The names of hidden characters; the first match wins. `HIDDEN` decides which are hidden: no list of names is
 * complete.
 */
const HIDDEN_NAMES: ReadonlyArray<readonly [first: number, last: number, name: string]> = [
  [0x00, 0x9f, 'control character'],
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
  [0x2800, 0x2800, 'blank of Braille'],
  [0x3164, 0x3164, 'Hangul filler'],
  [0xfe00, 0xfe0f, 'variation selector'],
  [0xfeff, 0xfeff, 'zero-width no-break space'],
  [0xffa0, 0xffa0, 'half-width Hangul filler'],
  [0xfff9, 0xfffb, 'annotation character'],
  [0x1bca0, 0x1bca3, 'shorthand control'],
  [0x1d173, 0x1d17a, 'musical control'],
  [0xe0000, 0xe007f, 'tag character'],
  [0xe0100, 0xe01ef, 'variation selector'],
];

/** What is hidden: all that is unseen, except tabs and line ends. */
const HIDDEN = new RegExp(String.raw`[${UNSEEN_CHARACTERS}](?<![\t\n\r])`, 'gu');
const JOINER = '\u200d';
const PICTURE_BEFORE = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;
const PICTURE_AFTER = /^\p{Extended_Pictographic}/u;
/** The selectors that may stand after a pictograph or the character of a keycap. */
const PICTURE_SELECTORS = new Set(['\ufe0e', '\ufe0f']);
const SELECTABLE_BEFORE = /[\p{Extended_Pictographic}0-9#*]$/u;

/** Splits a text at its hidden characters. Joiners and selectors of emoji are not hidden. */
export function revealHidden(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    const [character] = match;
    const end = match.index + character.length;
    if (character === JOINER && joinsEmoji(text, match.index, end)) continue;
    if (PICTURE_SELECTORS.has(character) && SELECTABLE_BEFORE.test(before(text, match.index))) continue;
    if (match.index > from) pieces.push({ kind: 'text', text: text.slice(from, match.index) });
    pieces.push(describe(character));
    from = end;
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) });
  return pieces;
}

/** Whether a text hides anything. It is called for every text, so it is fast. */
export function hasHidden(text: string): boolean {
  return text.search(HIDDEN) !== -1;
}

/** Writes hidden characters as their codes, for plain text: titles, messages, labels. */
export function writtenOut(text: string): string {
  if (!hasHidden(text)) return text;
  return revealHidden(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : `[${piece.code}]`))
    .join('');
}

export function countHidden(text: string): number {
  return hasHidden(text) ? revealHidden(text).filter(({ kind }) => kind === 'hidden').length : 0;
}

function joinsEmoji(text: string, start: number, end: number): boolean {
  return PICTURE_BEFORE.test(before(text, start)) && PICTURE_AFTER.test(text.slice(end, end + 2));
}

/** Returns what stands before a place; two code units hold any character. */
function before(text: string, at: number): string {
  return text.slice(Math.max(0, at - 2), at);
}

function describe(character: string): TextPiece {
  const point = character.codePointAt(0) ?? 0;
  const name =
    HIDDEN_NAMES.find(([first, last]) => point >= first && point <= last)?.[2] ?? 'invisible character';
  return { kind: 'hidden', code: `U+${point.toString(16).toUpperCase().padStart(4, '0')}`, name };
}
