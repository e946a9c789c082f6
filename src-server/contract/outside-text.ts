/**
 * Characters that people can't see, or that terminals and logs act upon, as the inside of a class of an expression with
 * the flag `u`. Terminals, models, the page and the rules agree on them; each leaves out what its texts need.
 */
export const UNSEEN_CHARACTERS = String.raw`\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2028\u2029\u2800\uFFF9-\uFFFB`;
const UNSEEN = new RegExp(`[${UNSEEN_CHARACTERS}]`, 'gu');
/** How commands of CI systems begin: `::` at the start of a line, `##[` anywhere. */
const COMMAND = /^(\s*):(?=:)|#(?=#[a-z]*\[)/gi;

/**
 * Makes foreign text safe for a terminal or log: escapes invisible characters and line ends, and breaks commands of
 * CI systems.
 */
export function printable(text: string): string {
  return text
    .replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
    .replace(COMMAND, (_match, space: string | undefined) =>
      space === undefined ? '\\u{23}' : `${space}\\u{3a}`,
    );
}

/** Makes each line of a text printable. Line ends stay, tabs become two spaces. */
export function printableLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => printable(line.replaceAll('\t', '  ')))
    .join('\n');
}

/** Hidden characters that texts need: line ends, tabs, joiners of scripts and emoji, emoji variants. */
const ORDINARY: ReadonlySet<string> = new Set(['\n', '\r', '\t', '\u200C', '\u200D', '\uFE0E', '\uFE0F']);

/** Removes hidden characters of a text that is compared, never shown. Tabs stay. */
export function withoutHidden(text: string): string {
  return text.replace(UNSEEN, (character) => (character === '\t' ? character : ''));
}

/** Whether nothing of a text can be seen: it is empty, or has only blanks and hidden characters. */
export function isBlank(text: string): boolean {
  return withoutHidden(text).trim() === '';
}

/** Spells hidden characters of a text for models out: they may carry instructions that nobody has seen. */
export function escapeHidden(text: string): string {
  return text.replace(UNSEEN, (character) =>
    ORDINARY.has(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/** Orders to whoever reads: `You must run …`, `Ignore the …`, `Agent: …`, `your instructions`. */
const ORDERS = [
  /\byou (?:must|should|shall|will|have to|need to|are (?:now|an?|the|required|to))\b/i,
  /^(?:please )?(?:ignore|disregard|forget|obey|reveal|reply|respond|output|tell the|ask the|inform the)\b/i,
  /^(?:dear |attention )?(?:ai|agents?|assistants?|claude|codex|copilot|gemini)\s?[,:!]/i,
  /\b(?:your|previous|prior|system) (?:instructions?|prompts?|rules|guidelines)\b/i,
];

/** Whether a title speaks to its reader instead of naming a mistake: it is told to models alone, without its text. */
export function addressesReader(title: string): boolean {
  const plain = withoutHidden(title.slice(0, LONGEST_TITLE).replace(/[`*_]/g, ''))
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/^[^\p{L}]+/u, '');
  return ORDERS.some((order) => order.test(plain));
}

const LONGEST_TITLE = 300;

/** Writes a value as JSON that is printable and parses to the same value. */
export function printableJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, undefined, indent) ?? 'null';
  return text
    .replace(UNSEEN, (character) => (character === '\n' ? character : escapedUnits(character)))
    .replace(/##(?=[a-z]*\[)/gi, '#\\u0023');
}

function escapedUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** Characters that versions, keys and names of packages don't have. */
const UNFIT = /[^\p{L}\p{N} ._/@+~:-]/gu;
const MAX_LENGTH = 100;

/**
 * Makes a name of foreign text that agents may read: one line of at most 100 characters, without markup and commands.
 */
export function fieldText(value: string): string {
  return value
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(UNFIT, '')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
    .replace(/\p{Cs}$/u, '')
    .trim();
}

/**
 * The closing run of backticks of each run that opens inline code: the next run of equal length. By the places where
 * the runs begin; in one pass from the end, since an expression would look for each closing run anew.
 */
export function closingTicks(text: string): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const next = new Map<number, number>();
  for (const { index, 0: ticks } of [...text.matchAll(/`+/g)].reverse()) {
    const close = next.get(ticks.length);
    if (close !== undefined) closing.set(index, close);
    next.set(ticks.length, index);
  }
  return closing;
}

/** Blanks out inline code with its backticks, so that places keep their columns. */
export function withoutInlineCode(line: string): string {
  if (!line.includes('`')) return line;
  let shown = '';
  let from = 0;
  for (const [open, close] of [...closingTicks(line)].reverse()) {
    if (open < from) continue;
    const ticks = /^`+/.exec(line.slice(open, close))?.[0].length ?? 0;
    const end = close + ticks;
    shown += line.slice(from, open) + ' '.repeat(end - open);
    from = end;
  }
  return shown + line.slice(from);
}

/** Encodes each segment of a path for an address. Throws `URIError` for lone surrogates. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/**
 * The name of a generated file for clients that read skills from disk. It holds only our words, names and links:
 * clients must never follow registry text.
 */
export const SKILL_MARKDOWN = 'SKILL.md';

/** Writes the YAML at the top of a `SKILL.md`; JSON strings are valid YAML. */
export function skillFrontMatter(
  name: string,
  description: string,
  metadata: Readonly<Record<string, string>>,
): string {
  const lines = Object.entries(metadata).map(([field, value]) => `  ${field}: ${JSON.stringify(value)}`);
  const head = [`name: ${JSON.stringify(name)}`, `description: ${JSON.stringify(description)}`];
  return ['---', ...head, 'metadata:', ...lines, '---', ''].join('\n');
}

/** Names a library by its key: `ws (js)` for `js/websockets/ws`. */
export function libraryName(key: string): string {
  const [language = '', ...rest] = key.split('/');
  return `${fieldText(rest.at(-1) ?? key).slice(0, 60)} (${fieldText(language).slice(0, 20)})`;
}

/**
 * Writes a list item with a link to a file. The link is relative, since folders can be moved, and escapes Markdown
 * and commands.
 */
export function fileLine(path: string): string {
  const address = encodePath(path.replace(/\p{Cs}/gu, '\ufffd'));
  const escaped = address.replace(/[!()'*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `- [${fieldText(path)}](${escaped})`;
}

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

/** An object of parsed JSON, whose members nobody has checked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object of JSON: no list, and not null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads a member of parsed JSON. Undefined for inherited names such as `constructor`, and for values that are no
 * objects.
 */
export function ownMember(value: unknown, name: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Whether Windows refuses a name of a file, with any extension: `con`, `nul.txt`. */
export function isWindowsDevice(name: string): boolean {
  return /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?:\..*)?$/i.test(name);
}
