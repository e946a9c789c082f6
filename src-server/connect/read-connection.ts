/** Finds our entries in a client's settings, under any name, and says whether and why they can't work. */

import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { getNodeValue } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { isJsonObject, type JsonObject } from '../contract/api.ts';
import {
  type Connection,
  type ConnectionFault,
  type ConnectTarget,
  type ConnectWay,
  type McpClientKind,
  SERVER_NAME,
} from '../contract/clients/clients.ts';
import { messageOf } from '../contract/errors.ts';
import { isLoopbackName, portOf } from '../contract/service.ts';
import { parseObject } from './edit-settings.ts';
import { registryOf, registryOfEnvironment } from './registry-option.ts';

const HTTP_TYPES = ['http', 'streamable-http', 'streamableHttp', 'streamable_http', 'remote'];
const FETCHING_PROGRAM = /(?:^|[\\/])(?:npx|bunx|pnpx|pnpm|yarn|uvx)(?:\.cmd|\.exe)?$/;
const BEST_FIRST: ReadonlyArray<Connection['state']> = ['connected', 'outdated', 'broken'];

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
  const [best] = all.toSorted((a, b) => BEST_FIRST.indexOf(a.state) - BEST_FIRST.indexOf(b.state));
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
  const fetcher = words.find((word) => FETCHING_PROGRAM.test(word));
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

/** Our entry has this name if another server has the first one. */
export const SECOND_NAME = `${SERVER_NAME}-2`;
/** The names that we give to our entry. With one of them, any local address is ours. */
const GIVEN_NAMES = [SERVER_NAME, SECOND_NAME];
const ADDRESS_KEYS = ['url', 'httpUrl', 'serverUrl', 'uri'];
/** Clients keep their servers under one of these keys. A snippet for another client may have been pasted. */
export const SERVERS_KEYS = ['mcpServers', 'servers', 'mcp_servers', 'context_servers', 'amp.mcpServers'];
/** Our program, as a path, a name, or a package to fetch. */
const OWN_PROGRAM = /(?:^|[\\/])skills-registry(?:\.[cm]?js|\.cmd|\.exe)?(?:@[\w.-]+)?$/;
const COMMAND_TYPES = ['stdio', 'local'];

/**
 * An entry of ours in a client’s settings, such as `{"command": "skills-registry", "args": ["mcp"]}` under
 * the name `skills-registry`.
 */
export interface OwnEntry {
  /** The path of the object that holds the servers. */
  readonly path: readonly string[];
  readonly name: string;
  readonly entry: JsonObject;
}

/** What a client’s settings say of us, or a sentence that says why they can’t be understood. */
type FoundEntries =
  | {
      readonly ok: true;
      readonly root: JsonObject;
      /** A new entry goes to this path. */
      readonly path: readonly string[];
      readonly servers: JsonObject;
      /** Our entries, that with the usual name first. */
      readonly own: readonly OwnEntry[];
      /** Our entries under keys that the client ignores, such as the right key in another case. */
      readonly misplaced: readonly OwnEntry[];
    }
  /** `reason` is a sentence for people. */
  | { readonly ok: false; readonly reason: string };

/** Finds our entries in the text of settings, which is JSON with comments or TOML; '' stands for a missing file. */
export function findEntries(kind: McpClientKind, text: string, target: ConnectTarget): FoundEntries {
  const read = readRoot(kind, text.replace(/^\uFEFF/, ''));
  if (!read.ok) return read;
  const { root } = read;
  const paths = serverPaths(kind, root);
  for (const path of paths)
    if (!isJsonObject(valueAt(root, path) ?? {}))
      return { ok: false, reason: `Its "${path.at(-1)}" is not an object.` };
  const wrongKeys = Object.keys(root).filter(
    (key) =>
      key !== kind.serversKey &&
      (SERVERS_KEYS.includes(key) || key.toLowerCase() === kind.serversKey.toLowerCase()),
  );
  const [path = []] = paths;
  const ownAt = (at: readonly string[]) => ownEntries(valueAt(root, at), at, target);
  return {
    ok: true,
    root,
    path,
    servers: (valueAt(root, path) ?? {}) as JsonObject,
    own: paths.flatMap(ownAt).toSorted((a, b) => rank(a.name) - rank(b.name)),
    misplaced: wrongKeys.flatMap((key) => ownAt([key])),
  };
}

function readRoot(
  { format }: McpClientKind,
  text: string,
): { readonly ok: true; readonly root: JsonObject } | { readonly ok: false; readonly reason: string } {
  if (format !== 'toml') {
    const parsed = parseObject(text);
    return parsed.ok ? { ok: true, root: parsed.root ? getNodeValue(parsed.root) : {} } : parsed;
  }
  try {
    return { ok: true, root: parseToml(text) };
  } catch (error) {
    return { ok: false, reason: `It is not valid TOML: ${messageOf(error).split('\n')[0]}` };
  }
}

/** Returns where servers may stand. Of two forms, that in which the file has entries already comes first. */
function serverPaths({ serversKey, innerKey }: McpClientKind, root: JsonObject): readonly string[][] {
  if (innerKey === undefined) return [[serversKey]];
  const outer = root[serversKey];
  const members = isJsonObject(outer) ? outer : {};
  const isDirect = Object.values(members).some((member) => isJsonObject(member) && 'type' in member);
  const direct = [serversKey];
  const inner = [serversKey, innerKey];
  return isDirect && members[innerKey] === undefined ? [direct, inner] : [inner, direct];
}

/** A list of the settings that decides by name which servers the client uses. */
interface ListedNames {
  readonly path: readonly string[];
  readonly names: readonly string[];
}

/** Returns each list that keeps a server of this name from being used. */
export function listsAgainst(
  { nameLists }: McpClientKind,
  root: JsonObject,
  name: string,
): { readonly excluded?: ListedNames; readonly allowed?: ListedNames } {
  if (nameLists === undefined) return {};
  const excluded = listAt(root, nameLists.excluded);
  const allowed = listAt(root, nameLists.allowed);
  return {
    ...(hasName(excluded.names, name) && { excluded }),
    ...(allowed.names.length > 0 && !hasName(allowed.names, name) && { allowed }),
  };
}

export function listAt(root: JsonObject, path: readonly string[]): ListedNames {
  const value = valueAt(root, path);
  return { path, names: Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [] };
}

export function isSameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function hasName(names: readonly string[], name: string): boolean {
  return names.some((each) => isSameName(each, name));
}

function valueAt(root: JsonObject, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, step) => (isJsonObject(value) ? value[step] : undefined), root);
}

function ownEntries(servers: unknown, path: readonly string[], target: ConnectTarget): readonly OwnEntry[] {
  return Object.entries(isJsonObject(servers) ? servers : {}).flatMap(([name, entry]) =>
    isJsonObject(entry) && isOwn(name, entry, target) ? [{ path, name, entry }] : [],
  );
}

function rank(name: string): number {
  const at = GIVEN_NAMES.indexOf(name);
  return at === -1 ? GIVEN_NAMES.length : at;
}

function isOwn(name: string, entry: JsonObject, target: ConnectTarget): boolean {
  const address = addressOf(entry)?.value;
  const words = commandWordsOf(entry);
  if (address === undefined && words.length === 0) return name === SERVER_NAME;
  if (address !== undefined && isOwnAddress(name, address, target)) return true;
  return words.includes('mcp') && words.some((word) => OWN_PROGRAM.test(word));
}

function isOwnAddress(name: string, address: string, { mcpUrl }: ConnectTarget): boolean {
  if (!URL.canParse(address)) return name === SERVER_NAME;
  const said = new URL(address);
  return isSameHost(said, new URL(mcpUrl)) || (GIVEN_NAMES.includes(name) && isLoopbackName(said.hostname));
}

/** Compares host and port. All loopback names are equal. */
function isSameHost(a: URL, b: URL): boolean {
  const host = ({ hostname }: URL) => (isLoopbackName(hostname) ? 'loopback' : hostname);
  return host(a) === host(b) && portOf(a) === portOf(b);
}

/** Finds the address of an entry under any known key, in any case of letters. */
function addressOf(entry: JsonObject): { readonly key: string; readonly value: string } | undefined {
  const inAnyCase = Object.keys(entry).filter((key) =>
    ADDRESS_KEYS.some((known) => known.toLowerCase() === key.toLowerCase()),
  );
  return [...ADDRESS_KEYS, ...inAnyCase]
    .map((key) => ({ key, value: entry[key] }))
    .find((found): found is { key: string; value: string } => typeof found.value === 'string');
}

/** Returns the program and its arguments. Some clients keep both in one list. */
export function commandWordsOf({ command, cmd, args }: JsonObject): readonly string[] {
  const program = command ?? cmd;
  return typeof program === 'string' || Array.isArray(program)
    ? [program, args].flat().filter((word): word is string => typeof word === 'string')
    : [];
}

/** Returns how the entry reaches us. It is undefined with neither command nor address. */
export function wayOf(entry: JsonObject): ConnectWay | undefined {
  const hasAddress = addressOf(entry) !== undefined;
  if (commandWordsOf(entry).length === 0) return hasAddress ? 'address' : undefined;
  return hasAddress && !COMMAND_TYPES.includes(typeOf(entry) ?? '') ? 'address' : 'command';
}

function typeOf({ type, transport }: JsonObject): string | undefined {
  const said = type ?? transport;
  return typeof said === 'string' || said === undefined ? said : JSON.stringify(said);
}
