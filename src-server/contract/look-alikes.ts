import { withoutHidden } from './outside-text.ts';

/** Characters of other scripts that look like a Latin letter or a mark, by that. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'аαɑᴀ',
  b: 'вβʙ',
  c: 'сϲᴄ',
  d: 'ԁđᴅ',
  e: 'еεєᴇ',
  f: 'ꜰ',
  g: 'ɡցɢ',
  h: 'һհнħʜ',
  i: 'іιıɪ',
  j: 'јϳյᴊ',
  k: 'кκᴋ',
  l: 'ӏłʟǀ',
  m: 'мᴍ',
  n: 'пηոɴ',
  o: 'оοօσøᴏ',
  p: 'рρᴘ',
  q: 'ԛզ',
  r: 'гʀ',
  s: 'ѕꜱ',
  t: 'тτŧᴛ',
  u: 'υսᴜ',
  v: 'νѵᴠ',
  w: 'ωԝѡᴡ',
  x: 'хχ',
  y: 'уγʏ',
  z: 'ᴢ',
  ':': '∶ː꞉︓',
  '·': '∙•‧・',
  '[': '【〔⟦❲',
  ']': '】〕⟧❳',
};

const LATIN_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([latin, others]) =>
    Array.from(others, (character) => [character, latin] as const),
  ),
);

const LOOK_ALIKE = new RegExp(`[${[...LATIN_OF.keys()].join('')}]`, 'gu');

const BOXED_LETTERS = /[\u{1f130}-\u{1f149}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;

/** Returns the letter in a boxed or circled letter: `🅢` gives `s`. */
function unboxed(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const [first = 0] = [0x1f1e6, 0x1f170, 0x1f150, 0x1f130].filter((start) => point >= start);
  return String.fromCharCode(0x61 + point - first);
}

/**
 * Returns a text as it looks to a reader of English: in small Latin letters, without accents and hidden characters, and with
 * a Latin letter for each of another script that looks like it: `Ѕtrοng` gives `strong`.
 */
export function asLatinLetters(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  return withoutHidden(text.normalize('NFKD').replace(/\p{M}/gu, ''))
    .toLowerCase()
    .replace(BOXED_LETTERS, unboxed)
    .replace(LOOK_ALIKE, (character) => LATIN_OF.get(character) ?? character);
}
