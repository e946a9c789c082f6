/** The shell commands that the page shows, safe for any keys and names of folders. */

import type { ServiceState } from '../../src-main/contract/service-state.ts';
import { type McpClientKind, type Shell, shellWord } from '../../src-server/contract/clients/clients.ts';
import type { StartedWith } from '../../src-server/contract/page.ts';
import { DEFAULT_PORT } from '../../src-server/contract/service.ts';

/** Returns the command of the process that serves the page, else the command line's name. */
export function commandWords(page?: PageMeta): string {
  return metaOf('command', page) ?? 'skills-registry';
}

/** Returns what the service was started with beside folder and port; undefined where the service does not tell. */
export function startedWith(page?: PageMeta): StartedWith | undefined {
  const registries = metaOf('registries', page);
  const options = metaOf('options', page);
  return registries === undefined || options === undefined ? undefined : { registries, options };
}

type PageMeta = Pick<Document, 'querySelector'>;

function metaOf(name: string, page: PageMeta | undefined = globalThis.document): string | undefined {
  return page?.querySelector(`meta[name="skills-registry-${name}"]`)?.getAttribute('content') ?? undefined;
}

export function ownShell(navigator: Pick<Navigator, 'userAgent'>): Shell {
  return navigator.userAgent.includes('Windows') ? 'windows' : 'sh';
}

/**
 * Returns the line that asks the service over HTTP.
 * @param address the base URL without a slash at its end
 * @param path keeps placeholders in braces; other special characters are encoded
 */
export function curlLine(address: string, path: string, shell: Shell): string {
  // In Windows PowerShell `curl` is an alias of another command; `curl.exe` is not.
  const program = shell === 'windows' ? 'curl.exe' : 'curl';
  return `${program} ${shellWord(`${address}${plainUrl(path)}`, shell) ?? '<address>'}`;
}

/** What begins a skill, to be filled in. */
export interface BeginSkill {
  readonly line: string;
  /** Why the line begins another registry first: a sentence about the one that is served. Undefined where it takes the skill. */
  readonly notHere?: string;
}

/** Returns what begins a skill in the uppermost folder that is served, or in a registry of its own where that takes none. */
export function beginSkill(
  { folder, address, status }: Pick<ServiceState, 'folder' | 'address' | 'status'>,
  shell: Shell,
): BeginSkill {
  const { registry, registries = [] } = status ?? {};
  const layer = registries.findIndex(({ path }) => path !== undefined);
  const isUpper = layer <= 0;
  const notHere = isElsewhere(address)
    ? 'This registry lies on another computer.'
    : registries.length > 0 && layer < 0
      ? 'This registry is a copy, which its next update replaces.'
      : isUpper && registry?.sample
        ? 'The sample comes with the program, whose next version replaces it.'
        : isUpper && (registry?.layout === 'skill' || registry?.layout === 'library')
          ? 'This folder is a library’s own, and takes no other skills.'
          : isUpper && registry?.readOnly
            ? 'The service may not write into this registry.'
            : undefined;
  if (notHere !== undefined) return { line: `${commandWords()} init -r <folder>`, notHere };
  const word = shellWord(registries[layer]?.path ?? folder ?? '', shell);
  return { line: `${commandWords()} init -r ${word || '<folder>'} <language>/<author>/<name>` };
}

/** Whether a service answers on another computer, so that no command of this one reads its folders. */
function isElsewhere(address: string | undefined): boolean {
  return (
    address !== undefined && !/^https?:\/\/(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])(?:[:/]|$)/.test(address)
  );
}

export function fixLine(folder: string | undefined, shell: Shell): string | undefined {
  if (folder === undefined) return `${commandWords()} validate --fix`;
  const word = shellWord(folder, shell);
  return word === undefined ? undefined : `${commandWords()} validate --fix ${word}`;
}

interface Served {
  readonly folder: string | undefined;
  readonly port: number | undefined;
  readonly isSample?: boolean | undefined;
}

/** Serves the same registries on the same port again, with the options that the service had as far as it tells. */
export function serveLine(
  { folder, port, isSample }: Served,
  shell: Shell,
  { registries, options }: StartedWith = { registries: '', options: '' },
): string {
  const word = folder === undefined ? undefined : shellWord(folder, shell);
  const one = isSample ? '--sample' : word === undefined ? '' : `-r ${word}`;
  const words = [registries === '' ? one : registries, portWords(port).trim(), options];
  return [`${commandWords()} serve`, ...words.filter((part) => part !== '')].join(' ');
}

/**
 * Serves another registry in place of the service that the page comes from: on its port, so that the page goes on. A
 * second service would be refused there.
 *
 * @param what `-r <folder>`, to be filled in, or `--sample`
 */
export function serveInsteadLine(what: '-r <folder>' | '--sample', port: number | undefined): string {
  return `${commandWords()} serve${portWords(port)} --replace ${what}`;
}

/**
 * Writes a project's dangers into its AGENTS.md, by the skills that this page shows. Undefined where the registry lies on
 * another computer, so that no command of this one reads it.
 *
 * @param project the folder; without one the line is for a terminal in it
 */
export function syncLine(
  project: string | undefined,
  { folder, address, isOfApp }: Pick<Served, 'folder'> & { address: string | undefined; isOfApp: boolean },
  shell: Shell,
  { registries }: Pick<StartedWith, 'registries'> = { registries: '' },
): string | undefined {
  if (isElsewhere(address)) return undefined;
  const registry = folder === undefined ? undefined : shellWord(folder, shell);
  // The app's service is asked before others.
  const from = isOfApp ? '' : registries === '' && registry !== undefined ? `-r ${registry}` : registries;
  const where = project === undefined ? undefined : shellWord(project, shell);
  return [`${commandWords()} sync`, where ?? '', from].filter((word) => word !== '').join(' ');
}

/** Stops the service on the port, whichever others run. */
export function stopLine(port: number | undefined): string {
  return `${commandWords()} stop${port === undefined ? '' : ` --port ${port}`}`;
}

/**
 * Connects a client to this service, also while others run. What can only start a program of its own gets this folder.
 * Without settings to write, the line prints what to paste.
 * */
export function connectLine(
  client: Pick<McpClientKind, 'id' | 'addressKey' | 'format'>,
  { address, folder }: { readonly address: string | undefined; readonly folder: string | undefined },
  shell: Shell,
): string {
  const { id, addressKey, format } = client;
  const word = folder === undefined ? undefined : shellWord(folder, shell);
  const to = addressKey === undefined ? word && `-r ${word}` : address && `--url ${address}`;
  return `${commandWords()} connect ${id} ${format === 'snippet-only' ? '--print' : '--write'}${to === undefined ? '' : ` ${to}`}`;
}

function portWords(port: number | undefined): string {
  return port === undefined || port === DEFAULT_PORT ? '' : ` --port ${port}`;
}

/** Encodes an address for a shell. Lone surrogates become U+FFFD; `!'()*` are encoded, too. */
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
