/** Finds our entries in a client's settings, under any name. */
import { getNodeValue } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { isJsonObject, type JsonObject } from '../contract/api.ts';
import {
  type ConnectTarget,
  type ConnectWay,
  type McpClientKind,
  SERVER_NAME,
} from '../contract/clients/clients.ts';
import { messageOf } from '../contract/errors.ts';
import { isLoopbackName, portOf } from '../contract/service.ts';
import { parseObject } from './edit-json.ts';

/** Used if another server has our name. */
export const SECOND_NAME = `${SERVER_NAME}-2`;
/** All names ever used for our entry. With them, any local address is ours. */
const GIVEN_NAMES = [SERVER_NAME, SECOND_NAME, 'skills'];
const ADDRESS_KEYS = ['url', 'httpUrl', 'serverUrl', 'uri'];
/** Of other clients, pasted by mistake. */
export const SERVERS_KEYS = ['mcpServers', 'servers', 'mcp_servers', 'context_servers', 'amp.mcpServers'];
/** Path, name, or package to fetch. */
const OWN_PROGRAM =
  /(?:^|[\\/])skills-registry(?:\.[cm]?js|\.cmd|\.exe)?(?:@[\w.-]+)?$|[\\/]dist[\\/]server[\\/]skills\.js$/;
/** Our former name, shared with other programs: valid only in entries with our name. */
const FORMER_PROGRAM = /(?:^|[\\/])skills(?:\.js|\.cmd|\.exe)?$/;
export const COMMAND_TYPES = ['stdio', 'local'];

export interface OwnEntry {
  /** Of the object that holds the servers. */
  readonly path: readonly string[];
  readonly name: string;
  readonly entry: JsonObject;
}

export type FoundEntries =
  | {
      readonly ok: true;
      readonly root: JsonObject;
      /** For a new entry. */
      readonly path: readonly string[];
      readonly servers: JsonObject;
      /** The usual name first. */
      readonly own: readonly OwnEntry[];
      /** Under keys that the client ignores, such as the right key in another case. */
      readonly misplaced: readonly OwnEntry[];
    }
  /** `reason` is a sentence for people. */
  | { readonly ok: false; readonly reason: string };

/** @param text JSON with comments, or TOML; '' for a missing file */
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

/** The form of the file first: of two forms, a file that has entries in one of them stays in it. */
function serverPaths({ serversKey, innerKey }: McpClientKind, root: JsonObject): readonly string[][] {
  if (innerKey === undefined) return [[serversKey]];
  const outer = root[serversKey];
  const members = isJsonObject(outer) ? outer : {};
  const isDirect = Object.values(members).some((member) => isJsonObject(member) && 'type' in member);
  const direct = [serversKey];
  const inner = [serversKey, innerKey];
  return isDirect && members[innerKey] === undefined ? [direct, inner] : [inner, direct];
}

/** Of the settings that decide by name which servers the client uses. */
export interface ListedNames {
  readonly path: readonly string[];
  readonly names: readonly string[];
}

/** Each list only if it keeps a server of this name from being used. */
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

export function hasName(names: readonly string[], name: string): boolean {
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
  const isProgram = (word: string) =>
    OWN_PROGRAM.test(word) || (GIVEN_NAMES.includes(name) && FORMER_PROGRAM.test(word));
  return words.includes('mcp') && words.some(isProgram);
}

function isOwnAddress(name: string, address: string, { mcpUrl }: ConnectTarget): boolean {
  if (!URL.canParse(address)) return name === SERVER_NAME;
  const said = new URL(address);
  return isSameHost(said, new URL(mcpUrl)) || (GIVEN_NAMES.includes(name) && isLoopbackName(said.hostname));
}

/** Loopback names are equal. */
export function isSameHost(a: URL, b: URL): boolean {
  const host = ({ hostname }: URL) => (isLoopbackName(hostname) ? 'loopback' : hostname);
  return host(a) === host(b) && portOf(a) === portOf(b);
}

/** Ignores the case of keys. */
export function addressOf(entry: JsonObject): { readonly key: string; readonly value: string } | undefined {
  const inAnyCase = Object.keys(entry).filter((key) =>
    ADDRESS_KEYS.some((known) => known.toLowerCase() === key.toLowerCase()),
  );
  return [...ADDRESS_KEYS, ...inAnyCase]
    .map((key) => ({ key, value: entry[key] }))
    .find((found): found is { key: string; value: string } => typeof found.value === 'string');
}

/** Some clients keep both in one list. */
export function commandWordsOf({ command, cmd, args }: JsonObject): readonly string[] {
  const program = command ?? cmd;
  return typeof program === 'string' || Array.isArray(program)
    ? [program, args].flat().filter((word): word is string => typeof word === 'string')
    : [];
}

/** Undefined if neither command nor address. */
export function wayOf(entry: JsonObject): ConnectWay | undefined {
  const hasAddress = addressOf(entry) !== undefined;
  if (commandWordsOf(entry).length === 0) return hasAddress ? 'address' : undefined;
  return hasAddress && !COMMAND_TYPES.includes(typeOf(entry) ?? '') ? 'address' : 'command';
}

export function typeOf({ type, transport }: JsonObject): string | undefined {
  const said = type ?? transport;
  return typeof said === 'string' || said === undefined ? said : JSON.stringify(said);
}
