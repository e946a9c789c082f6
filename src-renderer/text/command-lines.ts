/** Shell commands, safe for any keys and folder names. */
import { type Shell, shellWord } from '../../src-server/contract/clients/shell-words.ts';

/** Command of the serving process, else the CLI's name. */
export function commandWords(
  page: Pick<Document, 'querySelector'> | undefined = globalThis.document,
): string {
  const meta = page?.querySelector('meta[name="skills-registry-command"]');
  return meta?.getAttribute('content') ?? 'skills-registry';
}

export function ownShell(navigator: Pick<Navigator, 'userAgent'>): Shell {
  return navigator.userAgent.includes('Windows') ? 'windows' : 'sh';
}

/**
 * @param address base URL without trailing slash
 * @param path keeps placeholders in braces, encodes other special characters
 */
export function curlLine(address: string, path: string, shell: Shell): string {
  // In Windows PowerShell `curl` is an alias of another command; `curl.exe` is not.
  const program = shell === 'windows' ? 'curl.exe' : 'curl';
  return `${program} ${shellWord(`${address}${plainUrl(path)}`, shell) ?? '<address>'}`;
}

export function fixLine(folder: string | undefined, shell: Shell): string | undefined {
  if (folder === undefined) return `${commandWords()} validate --fix`;
  const word = shellWord(folder, shell);
  return word === undefined ? undefined : `${commandWords()} validate --fix ${word}`;
}

/** Serves the same folder on the same port again. */
export function serveLine(
  { folder, port }: { readonly folder: string | undefined; readonly port: number | undefined },
  shell: Shell,
): string {
  const word = folder === undefined ? undefined : shellWord(folder, shell);
  return [
    `${commandWords()} serve`,
    ...(word === undefined ? [] : [`-r ${word}`]),
    ...(port === undefined ? [] : [`--port ${port}`]),
  ].join(' ');
}

/** Lone surrogates become U+FFFD; `!'()*` are encoded too. */
function plainUrl(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/%(?![0-9A-Fa-f]{2})|[^\w.~:/?&=+%{}-]/gu, (character) =>
      encodeURIComponent(character).replace(
        /[!'()*]/,
        (left) => `%${left.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}
