/** Adds our service to a client's settings, or removes our entries. */
import type { JsonObject } from '../contract/api.ts';
import {
  type ConnectRequest,
  type ConnectTarget,
  type ConnectWay,
  clientEntry,
  clientWays,
  type McpClientKind,
  SERVER_NAME,
  type ServerEntry,
} from '../contract/clients/clients.ts';
import { type EditResult, editJson } from './edit-json.ts';
import { changeTable } from './edit-toml.ts';
import {
  commandWordsOf,
  findEntries,
  isSameName,
  listAt,
  listsAgainst,
  type OwnEntry,
  SECOND_NAME,
  wayOf,
} from './own-entry.ts';
import { readConnection } from './read-connection.ts';
import { registryOf, withoutRegistry } from './registry-option.ts';

/** Stale transport keys, in any spelling, are removed from our entry. */
const TRANSPORT_KEYS = /^(?:type|transport|url|httpUrl|serverUrl|uri|command|cmd|args)$/i;

type Edit = (text: string) => EditResult;

/**
 * Adds or updates our entry: keeps the name, enables the entry, removes duplicates.
 *
 * @param text '' for a missing file
 */
export function planConnection(
  kind: McpClientKind,
  text: string,
  target: ConnectTarget,
  { way }: Pick<ConnectRequest, 'way'> = {},
  isThere?: (file: string) => boolean,
): EditResult {
  const found = findEntries(kind, text, target);
  if (!found.ok) return found;
  const [own, ...doubles] = found.own;
  const free = [SERVER_NAME, SECOND_NAME].find((name) => found.servers[name] === undefined);
  const { path, name = free, entry: present } = own ?? { path: found.path };
  if (name === undefined)
    return { ok: false, reason: `It has other servers under the names ${SERVER_NAME} and ${SECOND_NAME}.` };
  const chosen = chooseWay(kind, target, way, present);
  const entry = chosen && clientEntry(kind, withExtras(target, present), chosen);
  if (entry === undefined) {
    const { stdio } = target;
    const isCommand = way !== 'address' && 'why' in stdio;
    return { ok: false, reason: isCommand ? stdio.why : `${kind.name} asks no addresses of this computer.` };
  }
  const is = readConnection(kind, text, target, isThere);
  const isDone = is.state === 'connected' && is.name === name && is.by === chosen;
  return applyAll(text, [
    ...(isDone ? [] : setEntry(kind, [...path, name], entry, present)),
    ...allowName(kind, found.root, name),
    ...[...doubles, ...found.misplaced].map((one) => removeEntry(kind, one)),
  ]);
}

/** Also removes entries below ignored keys. */
export function planRemoval(kind: McpClientKind, text: string, target: ConnectTarget): EditResult {
  const found = findEntries(kind, text, target);
  if (!found.ok) return found;
  return applyAll(text, [
    ...[...found.own, ...found.misplaced].map((one) => removeEntry(kind, one)),
    ...found.own.flatMap(({ name }) => forgetName(kind, found.root, name)),
  ]);
}

function allowName(kind: McpClientKind, root: JsonObject, name: string): readonly Edit[] {
  const { excluded, allowed } = listsAgainst(kind, root, name);
  const edits: Edit[] = [];
  if (excluded !== undefined) {
    const others = excluded.names.filter((each) => !isSameName(each, name));
    edits.push((text) => editJson(text, excluded.path, others));
  }
  if (allowed !== undefined) edits.push((text) => editJson(text, allowed.path, [...allowed.names, name]));
  return edits;
}

/** Keeps a list of our name alone: an empty list would allow all servers. */
function forgetName({ nameLists }: McpClientKind, root: JsonObject, name: string): readonly Edit[] {
  if (nameLists === undefined) return [];
  const { path, names } = listAt(root, nameLists.allowed);
  const others = names.filter((each) => !isSameName(each, name));
  const isNamed = others.length < names.length;
  return isNamed && others.length > 0 ? [(text) => editJson(text, path, others)] : [];
}

/** The user's choice, else what is there, else the preferred. */
function chooseWay(
  kind: McpClientKind,
  target: ConnectTarget,
  asked: ConnectWay | undefined,
  present: JsonObject | undefined,
): ConnectWay | undefined {
  const ways = clientWays(kind, target);
  const wanted = asked ?? (present && wayOf(present));
  if (wanted !== undefined && ways.includes(wanted)) return wanted;
  return asked === undefined ? ways[0] : undefined;
}

/** Keeps the user's arguments. Replaces `-r` only by a newly named registry. */
function withExtras(target: ConnectTarget, present: JsonObject | undefined): ConnectTarget {
  const { stdio } = target;
  if ('why' in stdio || present === undefined) return target;
  const words = commandWordsOf(present);
  const said = registryOf(stdio.args) === undefined ? words : withoutRegistry(words);
  const extras = said.includes('mcp') ? said.slice(said.indexOf('mcp') + 1) : [];
  return { ...target, stdio: { ...stdio, args: [...stdio.args, ...extras] } };
}

function setEntry(
  { format }: McpClientKind,
  path: readonly string[],
  entry: ServerEntry,
  present: JsonObject | undefined,
): readonly Edit[] {
  const isStale = (key: string) =>
    TRANSPORT_KEYS.test(key) ||
    (key === 'disabled' && present?.[key] === true) ||
    (key === 'enabled' && present?.[key] === false);
  const drop = Object.keys(present ?? {}).filter((key) => isStale(key) && !(key in entry));
  const [outer = '', name = ''] = path;
  if (format === 'toml') return [(text) => changeTable(text, { path: [outer, name], set: entry, drop })];
  if (present === undefined) return [(text) => editJson(text, path, entry)];
  return [...drop.map((key) => [key, undefined] as const), ...Object.entries(entry)].map(
    ([key, value]) =>
      (text) =>
        editJson(text, [...path, key], value),
  );
}

function removeEntry({ format }: McpClientKind, { path, name }: OwnEntry): Edit {
  return format === 'toml'
    ? (text) => changeTable(text, { path: [path[0] ?? '', name] })
    : (text) => editJson(text, [...path, name], undefined);
}

function applyAll(text: string, edits: readonly Edit[]): EditResult {
  return edits.reduce<EditResult>((result, edit) => (result.ok ? edit(result.text) : result), {
    ok: true,
    text,
  });
}
