/** Whether and why our entry can't work. */
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { JsonObject } from '../contract/api.ts';
import type {
  Connection,
  ConnectionFault,
  ConnectTarget,
  McpClientKind,
} from '../contract/clients/clients.ts';
import {
  addressOf,
  COMMAND_TYPES,
  commandWordsOf,
  findEntries,
  isSameHost,
  listsAgainst,
  type OwnEntry,
  typeOf,
  wayOf,
} from './own-entry.ts';
import { registryOf, registryOfEnvironment } from './registry-option.ts';

const HTTP_TYPES = ['http', 'streamable-http', 'streamableHttp', 'streamable_http', 'remote'];
const FETCHERS = /(?:^|[\\/])(?:npx|bunx|pnpx|pnpm|yarn|uvx)(?:\.cmd|\.exe)?$/;
const ORDER: ReadonlyArray<Connection['state']> = ['connected', 'outdated', 'broken'];

/**
 * If unreadable, the reason names no file.
 *
 * @param text '' for a missing file
 * @param isThere of a started file
 */
export function readConnection(
  kind: McpClientKind,
  text: string,
  target: ConnectTarget,
  isThere: (file: string) => boolean = existsSync,
): Connection {
  const found = findEntries(kind, text, target);
  if (!found.ok) return { state: 'unreadable', reason: found.reason };
  const all = found.own.map((one) => examineEntry(kind, one, found.root, target, isThere));
  const [best] = all.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  if (best !== undefined) return best;
  const [wrong] = found.misplaced;
  if (wrong === undefined) return { state: 'absent' };
  const { name, path } = wrong;
  const says = `“${name}” stands under "${path}", and servers are read under "${kind.serversKey}" alone.`;
  return { state: 'broken', name, faults: [{ kind: 'wrong-place', says }] };
}

function examineEntry(
  kind: McpClientKind,
  { name, entry }: OwnEntry,
  root: JsonObject,
  target: ConnectTarget,
  isThere: (file: string) => boolean,
): Connection {
  const by = wayOf(entry);
  const faults = [
    ...switchFaults(entry),
    ...listFaults(kind, root, name),
    ...(by === 'command' ? commandFaults(kind, entry, isThere) : addressFaults(kind, entry)),
  ].map(([fault, says]) => ({ kind: fault, says }));
  if (by === undefined || faults.length > 0)
    return { state: 'broken', name, ...(by === undefined ? {} : { by }), faults };
  const words = commandWordsOf(entry);
  if (!isPresent(entry, by, target))
    return { state: 'outdated', name, by, says: addressOf(entry)?.value ?? words.join(' ') };
  const registry = by === 'command' ? (registryOf(words) ?? registryOfEnvironment(entry)) : undefined;
  return { state: 'connected', name, by, ...(registry === undefined ? {} : { registry }) };
}

function isPresent(entry: JsonObject, way: 'address' | 'command', { mcpUrl, stdio }: ConnectTarget): boolean {
  if (way === 'address') {
    const [said, is] = [new URL(addressOf(entry)?.value ?? ''), new URL(mcpUrl)];
    return isSameHost(said, is) && said.protocol === is.protocol;
  }
  // Without a command to compare, any existing program of ours is right. Further arguments are the user's.
  const words = commandWordsOf(entry);
  return 'why' in stdio || [stdio.command, ...stdio.args].every((word, at) => words[at] === word);
}

type Fault = readonly [kind: ConnectionFault['kind'], says: string];

function switchFaults({ disabled, enabled }: JsonObject): readonly Fault[] {
  if (disabled === true) return [['disabled', 'It is switched off: "disabled": true.']];
  return enabled === false ? [['disabled', 'It is switched off: "enabled": false.']] : [];
}

function listFaults(kind: McpClientKind, root: JsonObject, name: string): readonly Fault[] {
  const { excluded, allowed } = listsAgainst(kind, root, name);
  const faults: Fault[] = [];
  if (excluded !== undefined)
    faults.push(['disabled', `It is switched off: "${excluded.path.join('.')}" names “${name}”.`]);
  if (allowed !== undefined)
    faults.push(['disabled', `It is switched off: "${allowed.path.join('.')}" does not name “${name}”.`]);
  return faults;
}

function commandFaults(
  { commandFields, alsoTypes = [], infersType }: McpClientKind,
  entry: JsonObject,
  isThere: (file: string) => boolean,
): readonly Fault[] {
  const words = commandWordsOf(entry);
  const fetcher = words.find((word) => FETCHERS.test(word));
  const files = isAbsolute(words[0] ?? '') ? words.slice(0, 2).filter((word) => isAbsolute(word)) : [];
  const gone = files.find((file) => !isThere(file));
  const faults: Fault[] = [];
  if (gone !== undefined) faults.push(['gone', `The entry starts ${gone}, but the program is gone.`]);
  if (fetcher !== undefined)
    faults.push([
      'fetched',
      `The entry lets ${fetcher} download a program, which may be a different program.`,
    ]);
  const wanted = commandFields?.['type'];
  const right = wanted === undefined ? COMMAND_TYPES : [wanted, ...alsoTypes];
  return [...faults, ...typeFaults(typeOf(entry), wanted, right, infersType)];
}

function addressFaults(
  { addressKey, addressFields, alsoReads = [], infersType }: McpClientKind,
  entry: JsonObject,
): readonly Fault[] {
  const found = addressOf(entry);
  if (found === undefined) return [['no-address', 'It names neither an address nor a command.']];
  if (addressKey === undefined)
    return [['wrong-type', 'It names an address, and only programs on this computer are started.']];
  const faults: Fault[] = [];
  if (![addressKey, ...alsoReads].includes(found.key))
    faults.push(['wrong-key', `Its address stands under "${found.key}"; it belongs under "${addressKey}".`]);
  const wanted = addressFields?.['type'];
  const right = wanted === undefined ? HTTP_TYPES : [wanted];
  return [...faults, ...typeFaults(typeOf(entry), wanted, right, infersType), ...pathFaults(found.value)];
}

function pathFaults(address: string): readonly Fault[] {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    return [['no-address', `“${address}” is no address such as http://127.0.0.1:8701/mcp.`]];
  const { pathname } = new URL(address);
  return /^\/mcp\/?$/.test(pathname)
    ? []
    : [['wrong-path', `Its address ends with “${pathname}”; the service speaks MCP at “/mcp”.`]];
}

/**
 * @param wanted undefined if no type is needed
 * @param right all accepted types
 */
function typeFaults(
  said: string | undefined,
  wanted: unknown,
  right: readonly unknown[],
  infers: true | undefined,
): readonly Fault[] {
  if (said === undefined)
    return wanted === undefined || infers
      ? []
      : [['wrong-type', `It lacks "type": "${wanted}", so it is taken for another kind.`]];
  const instead = wanted === undefined ? '' : `, not "${wanted}"`;
  return right.includes(said) ? [] : [['wrong-type', `It is of "type": "${said}"${instead}.`]];
}
