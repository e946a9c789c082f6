/** Quotes untrusted words for a terminal. Prefers no line to a misread line. */

/** `sh`: sh, bash, zsh, fish. `windows`: cmd and PowerShell; the open shell is unknown. */
export type Shell = 'sh' | 'windows';

/** Terminals take control characters as keys (Ctrl+C, Enter) before a shell sees quotes. */
const CONTROL = /\p{Cc}/u;
const PLAIN: Readonly<Record<Shell, RegExp>> = { sh: /^[\w@%+:,./-]+$/, windows: /^[\w:./\\-]+$/ };

/** Undefined if no quoting is safe. */
export function shellWord(word: string, shell: Shell): string | undefined {
  if (CONTROL.test(word)) return undefined;
  if (PLAIN[shell].test(word)) return word;
  return shell === 'sh' ? quoteForSh(word) : quoteForWindows(word);
}

/** Quotes and backslashes stay unquoted: fish reads quoted backslashes differently. */
function quoteForSh(word: string): string {
  const pieces = word.split(/(['\\])/).filter((piece) => piece !== '');
  return pieces.map((piece) => (/^['\\]$/.test(piece) ? `\\${piece}` : `'${piece}'`)).join('') || "''";
}

/**
 * In double quotes, cmd and PowerShell differ: PowerShell's `$`, backtick and curly quotes, cmd's `%name%`.
 * Practically, `%` and two hex digits, as in URLs, is no variable.
 */
const DIFFERS_ON_WINDOWS = /["$`\u201c-\u201e]|%(?![0-9A-F]{2})/;

function quoteForWindows(word: string): string | undefined {
  if (DIFFERS_ON_WINDOWS.test(word)) return undefined;
  // A single backslash would escape the closing quote.
  return `"${word.replace(/(?<!\\)\\+$/, '$&$&')}"`;
}
