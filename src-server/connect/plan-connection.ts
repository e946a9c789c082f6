/** Adds our service to a client's settings, or removes our entries. */
import { isJsonObject, type JsonObject } from '../contract/api/json-object.ts';
import type { ConnectRequest } from '../contract/clients/connect.ts';
import {
  type ConnectTarget,
  type ConnectWay,
  clientEntry,
  clientWays,
  type McpClientKind,
  SERVER_NAME,
  type ServerEntry,
} from '../contract/clients/mcp-clients.ts';
import { type EditResult, removeMember, setMember } from './edit-jsonc.ts';
import { changeTable } from './edit-toml.ts';
import { commandWordsOf, ourEntryNames, SECOND_NAME } from './own-entry.ts';
import { readConnection, wayOf, wrongPlaces } from './read-connection.ts';
import { readServers } from './read-servers.ts';
import { registryOf, withoutRegistry } from './registry-option.ts';

/** Stale transport keys are removed from our entry. */
const TRANSPORT_KEYS = ['type', 'transport', 'url', 'httpUrl', 'serverUrl', 'uri', 'command', 'cmd', 'args'];
const SWITCHES = { disabled: true, enabled: false } as const;

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
  if (kind.format === 'snippet-only')
    return { ok: false, reason: `${kind.name}'s settings are not written by us.` };
  const read = readServers(kind, text);
  if (!read.ok) return read;
  const { root, servers } = read;
  const [own, ...doubles] = ourEntryNames(servers, target);
  const name = own ?? [SERVER_NAME, SECOND_NAME].find((free) => servers[free] === undefined);
  if (name === undefined)
    return { ok: false, reason: `It has other servers under the names ${SERVER_NAME} and ${SECOND_NAME}.` };
  const present = own === undefined ? undefined : (servers[own] as JsonObject);
  const chosen = chooseWay(kind, target, way, present);
  const entry = chosen && clientEntry(kind, withExtras(target, present), chosen);
  if (entry === undefined) return { ok: false, reason: whyNoEntry(kind, target, way) };
  const is = readConnection(kind, text, target, isThere);
  const isDone = is.state === 'connected' && is.name === name && is.by === chosen;
  return applyAll(text, [
    ...(isDone ? [] : [setEntry(kind, name, entry, present)]),
    ...doubles.map((double) => removeEntry(kind, kind.serversKey, double)),
    ...removeMisplaced(kind, root, target),
  ]);
}

/** Also removes entries below ignored keys. */
export function planRemoval(kind: McpClientKind, text: string, target: ConnectTarget): EditResult {
  const read = readServers(kind, text);
  if (!read.ok) return read;
  const { root, servers } = read;
  return applyAll(text, [
    ...ourEntryNames(servers, target).map((name) => removeEntry(kind, kind.serversKey, name)),
    ...removeMisplaced(kind, root, target),
  ]);
}

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

function whyNoEntry(
  { name, addressKey }: McpClientKind,
  { stdio }: ConnectTarget,
  asked: ConnectWay | undefined,
): string {
  if (addressKey === undefined && asked === 'address')
    return `${name} can't reach addresses on this computer.`;
  return 'why' in stdio ? stdio.why : `${name} can't be connected.`;
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
  kind: McpClientKind,
  name: string,
  entry: ServerEntry,
  present: JsonObject | undefined,
): Edit {
  // Clients read one spelling only; the other would mislead people.
  const isTransport = (key: string) =>
    TRANSPORT_KEYS.some((known) => known.toLowerCase() === key.toLowerCase());
  const transport = Object.keys(present ?? {}).filter(isTransport);
  const switches = Object.entries(SWITCHES).flatMap(([key, off]) => (present?.[key] === off ? [key] : []));
  const drop = [...transport, ...switches].filter((key) => !(key in entry));
  if (kind.format === 'toml')
    return (text) => changeTable(text, { path: [kind.serversKey, name], set: entry, drop });
  if (present === undefined)
    return (text) => setMember(text, { path: [kind.serversKey], name, value: entry });
  const path = [kind.serversKey, name];
  return (text) =>
    applyAll(text, [
      ...drop.map((key) => (before: string) => removeMember(before, path, key)),
      ...Object.entries(entry).map(
        ([key, value]) =>
          (before: string) =>
            setMember(before, { path, name: key, value }),
      ),
    ]);
}

function removeEntry({ format }: McpClientKind, key: string, name: string): Edit {
  return format === 'toml'
    ? (text) => changeTable(text, { path: [key, name] })
    : (text) => removeMember(text, [key], name);
}

function removeMisplaced(kind: McpClientKind, root: JsonObject, target: ConnectTarget): readonly Edit[] {
  return wrongPlaces(kind, root, target).flatMap((key) => {
    const members = isJsonObject(root[key]) ? root[key] : {};
    return ourEntryNames(members, target).map((name) => removeEntry(kind, key, name));
  });
}

function applyAll(text: string, edits: readonly Edit[]): EditResult {
  return edits.reduce<EditResult>((result, edit) => (result.ok ? edit(result.text) : result), {
    ok: true,
    text,
  });
}
