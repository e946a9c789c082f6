/** Whether and why our entry can't work. */
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { isJsonObject, type JsonObject } from '../contract/api/json-object.ts';
import type { Connection, ConnectionFault } from '../contract/clients/connect.ts';
import type { ConnectTarget, ConnectWay, McpClientKind } from '../contract/clients/mcp-clients.ts';
import { addressOf, commandWordsOf, isSameHost, ourEntryNames } from './own-entry.ts';
import { readServers } from './read-servers.ts';
import { registryOf, registryOfEnvironment } from './registry-option.ts';

const HTTP_TYPES = ['http', 'streamable-http', 'streamableHttp', 'streamable_http', 'remote'];
const COMMAND_TYPES = ['stdio', 'local'];
const FETCHERS = /(?:^|[\\/])(?:npx|bunx|pnpx|pnpm|yarn|uvx)(?:\.cmd|\.exe)?$/;

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
  const read = readServers(kind, text);
  if (!read.ok) return { state: 'unreadable', reason: read.reason };
  const { root, servers } = read;
  const all = ourEntryNames(servers, target).map((name) =>
    examineEntry(kind, name, servers[name] as JsonObject, target, isThere),
  );
  const order: ReadonlyArray<Connection['state']> = ['connected', 'outdated', 'broken'];
  const [best] = all.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return best ?? misplaced(kind, root, target) ?? { state: 'absent' };
}

/** Ignored keys with our servers, such as the right key in another case. */
export function wrongPlaces(kind: McpClientKind, root: JsonObject, target: ConnectTarget): readonly string[] {
  const isSuspect = (key: string) =>
    kind.wrongServersKeys.includes(key) ||
    (key !== kind.serversKey && key.toLowerCase() === kind.serversKey.toLowerCase());
  return Object.keys(root).filter((key) => {
    const value = root[key];
    return isSuspect(key) && isJsonObject(value) && ourEntryNames(value, target).length > 0;
  });
}

function misplaced(kind: McpClientKind, root: JsonObject, target: ConnectTarget): Connection | undefined {
  const [key] = wrongPlaces(kind, root, target);
  if (key === undefined) return undefined;
  const [name = ''] = ourEntryNames(root[key] as JsonObject, target);
  const says = `“${name}” stands under "${key}", and servers are read under "${kind.serversKey}" alone.`;
  return { state: 'broken', name, faults: [{ kind: 'wrong-place', says }] };
}

function examineEntry(
  kind: McpClientKind,
  name: string,
  entry: JsonObject,
  target: ConnectTarget,
  isThere: (file: string) => boolean,
): Connection {
  const by = wayOf(entry);
  const faults = [
    ...switchFaults(entry),
    ...(by === 'command' ? commandFaults(kind, entry, isThere) : addressFaults(kind, entry)),
  ];
  if (faults.length > 0) return { state: 'broken', name, ...(by === undefined ? {} : { by }), faults };
  const way = by ?? 'address';
  const says = way === 'command' ? commandWordsOf(entry).join(' ') : (addressOf(entry)?.value ?? '');
  if (!isPresent(entry, way, target)) return { state: 'outdated', name, by: way, says };
  const registry =
    way === 'command' ? (registryOf(commandWordsOf(entry)) ?? registryOfEnvironment(entry)) : undefined;
  return { state: 'connected', name, by: way, ...(registry === undefined ? {} : { registry }) };
}

/** Undefined if neither command nor address. */
export function wayOf(entry: JsonObject): ConnectWay | undefined {
  const hasAddress = addressOf(entry) !== undefined;
  const hasCommand = commandWordsOf(entry).length > 0;
  if (hasAddress && hasCommand) return COMMAND_TYPES.includes(String(typeOf(entry))) ? 'command' : 'address';
  return hasAddress ? 'address' : hasCommand ? 'command' : undefined;
}

function isPresent(entry: JsonObject, way: ConnectWay, { mcpUrl, stdio }: ConnectTarget): boolean {
  if (way === 'address') {
    const said = new URL(addressOf(entry)?.value ?? '');
    const is = new URL(mcpUrl);
    return isSameHost(said, is) && said.protocol === is.protocol;
  }
  // Without a command to compare, any existing program of ours is right.
  if ('why' in stdio) return true;
  const words = commandWordsOf(entry);
  // Further arguments are the user's.
  return [stdio.command, ...stdio.args].every((word, at) => words[at] === word);
}

function switchFaults(entry: JsonObject): readonly ConnectionFault[] {
  const off =
    entry['disabled'] === true ? '"disabled": true' : entry['enabled'] === false && '"enabled": false';
  return off ? [{ kind: 'disabled', says: `It is switched off: ${off}.` }] : [];
}

function filesOf(entry: JsonObject): readonly string[] {
  const [program = '', script] = commandWordsOf(entry);
  return isAbsolute(program) ? [program, ...(script && isAbsolute(script) ? [script] : [])] : [];
}

function commandFaults(
  kind: McpClientKind,
  entry: JsonObject,
  isThere: (file: string) => boolean,
): readonly ConnectionFault[] {
  const fetcher = commandWordsOf(entry).find((word) => FETCHERS.test(word));
  const gone = filesOf(entry).find((file) => !isThere(file));
  const wanted = kind.commandFields?.['type'];
  const usual = wanted === undefined ? COMMAND_TYPES : [wanted, ...(kind.alsoTypes ?? [])];
  return [
    ...(gone === undefined
      ? []
      : [{ kind: 'gone', says: `The entry starts ${gone}, but the program is gone.` } as const]),
    ...(fetcher === undefined
      ? []
      : [
          {
            kind: 'fetched',
            says: `The entry lets ${fetcher} download a program, which may be a different program.`,
          } as const,
        ]),
    ...typeFaults(typeOf(entry), wanted, usual, kind.infersType),
  ];
}

function addressFaults(kind: McpClientKind, entry: JsonObject): readonly ConnectionFault[] {
  const found = addressOf(entry);
  if (found === undefined)
    return [{ kind: 'no-address', says: 'It names neither an address nor a command.' }];
  const key = kind.addressKey;
  if (key === undefined)
    return [
      { kind: 'wrong-type', says: 'It names an address, and only programs on this computer are started.' },
    ];
  const wanted = kind.addressFields?.['type'];
  const isRead = [key, ...(kind.alsoReads ?? [])].includes(found.key);
  return [
    ...(isRead
      ? []
      : [
          {
            kind: 'wrong-key',
            says: `Its address stands under "${found.key}"; it belongs under "${key}".`,
          } as const,
        ]),
    ...typeFaults(typeOf(entry), wanted, wanted === undefined ? HTTP_TYPES : [wanted], kind.infersType),
    ...pathFaults(found.value),
  ];
}

function typeOf({ type, transport }: JsonObject): unknown {
  return type ?? transport;
}

function pathFaults(address: string): readonly ConnectionFault[] {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    return [{ kind: 'no-address', says: `“${address}” is no address such as http://127.0.0.1:8701/mcp.` }];
  const { pathname } = new URL(address);
  return /^\/mcp\/?$/.test(pathname)
    ? []
    : [
        {
          kind: 'wrong-path',
          says: `Its address ends with “${pathname}”; the service speaks MCP at “/mcp”.`,
        },
      ];
}

/**
 * @param wanted undefined if no type is needed
 * @param right all accepted types
 */
function typeFaults(
  said: unknown,
  wanted: unknown,
  right: readonly unknown[],
  infers: true | undefined,
): readonly ConnectionFault[] {
  if (said === undefined)
    return wanted === undefined || infers
      ? []
      : [{ kind: 'wrong-type', says: `It lacks "type": "${wanted}", so it is taken for another kind.` }];
  return right.includes(said)
    ? []
    : [
        {
          kind: 'wrong-type',
          says: `It is of "type": "${said}"${wanted === undefined ? '' : `, not "${wanted}"`}.`,
        },
      ];
}
