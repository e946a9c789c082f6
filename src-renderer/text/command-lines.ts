/** Lines for a terminal: safe to paste, whatever a registry's keys and folders hold. */
import { type Shell, shellWord } from '../../src-server/contract/clients/shell-words.ts';

/** The words that start the command line, as the service that serves the page was started; else the command's name. */
export function commandWords(
  page: Pick<Document, 'querySelector'> | undefined = globalThis.document,
): string {
  const meta = page?.querySelector('meta[name="skills-registry-command"]');
  return meta?.getAttribute('content') ?? 'skills-registry';
}

/** The shell that a line copied on this computer will be pasted into. */
export function ownShell(navigator: Pick<Navigator, 'userAgent'>): Shell {
  return navigator.userAgent.includes('Windows') ? 'windows' : 'sh';
}

/**
 * A request by curl.
 *
 * @param address base URL of the service, without a slash at its end
 * @param path as of the API, placeholders in braces included; what else isn't plain in it is encoded
 */
export function curlLine(address: string, path: string, shell: Shell): string {
  // Only PowerShell's own `curl`, which is another program, has no end.
  const program = shell === 'windows' ? 'curl.exe' : 'curl';
  return `${program} ${shellWord(`${address}${plainUrl(path)}`, shell) ?? '<address>'}`;
}

/**
 * Starts the service, with this folder at this port where they are given; undefined where the folder's name can't stand
 * in a line.
 */
export function serveLine(
  { folder, port }: { readonly folder?: string | undefined; readonly port?: number | undefined },
  shell: Shell,
): string | undefined {
  const word = folder === undefined ? '' : shellWord(folder, shell);
  if (word === undefined) return undefined;
  return [
    `${commandWords()} serve`,
    ...(word === '' ? [] : [`--registry ${word}`]),
    ...(port === undefined ? [] : [`--port ${port}`]),
  ].join(' ');
}

/** Repairs what is mechanical in a registry; undefined where the folder's name can't stand in a line. */
export function fixLine(folder: string | undefined, shell: Shell): string | undefined {
  if (folder === undefined) return `${commandWords()} validate --fix`;
  const word = shellWord(folder, shell);
  return word === undefined ? undefined : `${commandWords()} validate --fix ${word}`;
}

/** Half a character, which no URL can hold, becomes the one that says so; `encodeURIComponent` leaves `!'()*`. */
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
