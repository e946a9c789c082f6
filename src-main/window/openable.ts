/** What may be opened from the page: files of the registry, and links. */
import { realpath } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { App } from 'electron';
import { isAtOrBelow } from '../../src-server/platform/files.ts';

/**
 * Returns the real path of a file in one of the folders; undefined if it is missing or, with links resolved, lies
 * outside of them. A relative path starts at the first folder.
 */
export async function revealablePath(path: string, folders: readonly string[]): Promise<string | undefined> {
  const [base] = folders;
  if (base === undefined || path.includes('\0')) return undefined;
  const wanted = await realpath(resolve(base, path)).catch(() => undefined);
  if (wanted === undefined) return undefined;
  for (const folder of folders) {
    const root = await realpath(folder).catch(() => undefined);
    if (root !== undefined && isAtOrBelow(wanted, root)) return wanted;
  }
  return undefined;
}

/** The places of skills in a registry, the most common first. */
const SKILL_ROOTS = ['skills/', '', '.skills/'] as const;
/** The endings of texts, which no system executes. */
const TEXT_ENDINGS: ReadonlySet<string> = new Set(['.md', '.json']);

/**
 * Returns the real path of a skill's file; undefined if the folder is not named like the key. A registry that is one
 * skill has it at its root.
 */
export async function findSkillFile(
  registry: string,
  key: string,
  file: string,
): Promise<string | undefined> {
  for (const root of SKILL_ROOTS) {
    const found = await revealablePath(`${root}${key}/${file}`, [registry]);
    if (found !== undefined) return found;
  }
  const isOneSkill = (await revealablePath('skill.json', [registry])) !== undefined;
  return isOneSkill ? revealablePath(file, [registry]) : undefined;
}

/** Whether a file may be opened: an example might be executed instead. */
export function isTextFile(path: string): boolean {
  return TEXT_ENDINGS.has(extname(path).toLowerCase());
}

/** Editors that take `<scheme>://file/<path>:<line>`. */
const EDITOR_SCHEMES = ['vscode', 'cursor', 'vscodium', 'windsurf'] as const;

/** Returns the link that opens a file at a line, in the first editor that is installed; undefined if none is. */
export function editorLink(
  app: Pick<App, 'getApplicationNameForProtocol'>,
  file: string,
  line: number,
): string | undefined {
  const scheme = EDITOR_SCHEMES.find((name) => app.getApplicationNameForProtocol(`${name}://`) !== '');
  return scheme && `${scheme}://file${pathToFileURL(file).pathname}:${line}`;
}

/** The links that add an MCP server. Each IDE asks its user first. */
const IDE_LINKS = [
  { protocol: 'vscode:', path: /^mcp\/install$/ },
  { protocol: 'vscode-insiders:', path: /^mcp\/install$/ },
  { protocol: 'vscodium:', path: /^mcp\/install$/ },
  { protocol: 'lmstudio:', path: /^\/\/add_mcp$/ },
  { protocol: 'cursor:', path: /^\/\/anysphere\.cursor-deeplink\/mcp\/install$/ },
] as const;

/** Returns an address in its normal form; undefined if opening it could run something that nobody asked for. */
export function externalUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return undefined;
  if (url.protocol === 'https:') return url.href;
  const rest = url.href.slice(url.protocol.length).split(/[?#]/)[0] ?? '';
  const known = IDE_LINKS.some(({ protocol, path }) => protocol === url.protocol && path.test(rest));
  return known ? url.href : undefined;
}

/** Whether an address leads to the service's own page. */
export function isServiceUrl(text: string, serviceUrl: string | undefined): boolean {
  if (serviceUrl === undefined || !URL.canParse(text)) return false;
  return new URL(text).origin === new URL(serviceUrl).origin;
}
