/**
 * Words as one line to paste into a terminal. Keys, names and folders come from whoever wrote a registry, so a line is
 * either read as exactly these words by every shell it may be pasted into, or there is none.
 */

/** `sh`: sh, bash, zsh and fish. `windows`: cmd and PowerShell, since one can't see which of them is open. */
export type Shell = 'sh' | 'windows';

/** A terminal takes these for keys, Ctrl+C and Enter among them, before a shell sees any quote. */
const CONTROL = /\p{Cc}/u;
const PLAIN: Readonly<Record<Shell, RegExp>> = { sh: /^[\w@%+:,./-]+$/, windows: /^[\w:./\\-]+$/ };

/** `word` as its shell reads it back, or undefined where nothing makes that certain. */
export function shellWord(word: string, shell: Shell): string | undefined {
  if (CONTROL.test(word)) return undefined;
  if (PLAIN[shell].test(word)) return word;
  return shell === 'sh' ? quoteForSh(word) : quoteForWindows(word);
}

/**
 * `word` in ASCII escapes (`$'a\nb'`) wherever a terminal would take a character for a key, or nobody would see it, as
 * bash, zsh and ksh read it back; undefined where no argument can be so. A shell that doesn't know `$'…'` takes it for a
 * text all the same: no quote stands within.
 */
export function escapedWord(word: string): string | undefined {
  if (word.includes('\0') || /\p{Cs}/u.test(word)) return undefined;
  const escaped = word.replace(ESCAPED, (character) => ESCAPES[character] ?? octalBytes(character));
  return `$'${escaped}'`;
}

/** Besides what isn't seen: what ends the quote, begins an escape, or may be half of a command to a CI system. */
const ESCAPED = /['\\#]|\p{C}|\p{Default_Ignorable_Code_Point}|[\u2028\u2029\u2800\uFFF9-\uFFFB]/gu;
const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };

/** Three digits for each byte, so that no digit behind belongs to it. */
function octalBytes(character: string): string {
  const bytes = new TextEncoder().encode(character);
  return Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

/** The words as one line, or undefined where one of them can't stand in it. */
export function shellLine(words: readonly string[], shell: Shell): string | undefined {
  const quoted = words.map((word) => shellWord(word, shell));
  return quoted.includes(undefined) ? undefined : quoted.join(' ');
}

/** Quotes and backslashes stand outside of the quotes: within them fish reads a backslash otherwise than sh does. */
function quoteForSh(word: string): string {
  const pieces = word.split(/(['\\])/).filter((piece) => piece !== '');
  return pieces.map((piece) => (/^['\\]$/.test(piece) ? `\\${piece}` : `'${piece}'`)).join('') || "''";
}

/**
 * In double quotes cmd and PowerShell agree, but for what PowerShell puts values in for or takes for a quote (`$`, the
 * backtick, curly quotes), and for cmd's `%name%`; `%` and two digits, as in URLs, begins no name that systems use.
 */
const DIFFERS_ON_WINDOWS = /["$`\u201c-\u201e]|%(?![0-9A-F]{2})/;

function quoteForWindows(word: string): string | undefined {
  if (DIFFERS_ON_WINDOWS.test(word)) return undefined;
  // A backslash before the closing quote would keep it from closing.
  return `"${word.replace(/\\+$/, '$&$&')}"`;
}
