import { isAbsolute } from 'node:path';
import { getNodeValue } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import type { Connection } from '../contract/connect.ts';
import { type ConnectTarget, type McpClientKind, SERVER_NAME } from '../contract/mcp-clients.ts';
import { type EditResult, memberValue, parseObject, removeMember, setMember } from './edit-jsonc.ts';

/** Where the name is taken by another server. */
const SECOND_NAME = 'skills-registry-2';
/** What says how a server is reached; of these only what the client's own format has may stay in an entry. */
const TRANSPORT_KEYS = ['type', 'url', 'httpUrl', 'serverUrl', 'command', 'args'];
const OUR_URL = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?\/mcp\/?$/;

type Servers = Readonly<Record<string, unknown>>;

/**
 * Reads what the settings of a client say; '' stands for a file that isn't there.
 *
 * @param isThere whether there is a file at an absolute path
 */
export function readConnection(
  kind: McpClientKind,
  text: string,
  target: ConnectTarget,
  isThere: (file: string) => boolean,
): Connection {
  const read = readServers(kind, text);
  if (!read.ok) return { state: 'unreadable', reason: read.reason };
  const name = ownName(read.servers);
  if (name === undefined || read.servers[name] === undefined) return { state: 'absent' };
  const present = read.servers[name] as Servers;
  const says = String(
    present['url'] ?? present['httpUrl'] ?? present['serverUrl'] ?? present['command'] ?? '',
  );
  const wanted = kind.entry(target) ?? {};
  const isSame = TRANSPORT_KEYS.every(
    (key) => key === 'type' || JSON.stringify(present[key]) === JSON.stringify(wanted[key]),
  );
  if (isSame) return { state: 'connected', name };
  const gone = startedFiles(present).find((file) => !isThere(file));
  return { state: 'outdated', name, says, ...(gone === undefined ? {} : { gone }) };
}

/** The program and the script that an entry names by their paths; what a mere name is given, such as `cmd /c`, is neither. */
function startedFiles({ command, args }: Servers): readonly string[] {
  if (typeof command !== 'string' || !isAbsolute(command)) return [];
  const [script]: readonly unknown[] = Array.isArray(args) ? args : [];
  return typeof script === 'string' && isAbsolute(script) ? [command, script] : [command];
}

/** The settings with this service in them; everything else as it was. Pure. */
export function planConnection(kind: McpClientKind, text: string, target: ConnectTarget): EditResult {
  if (kind.format !== 'jsonc') return { ok: false, reason: `${kind.name}'s settings are not written by us.` };
  const read = readServers(kind, text);
  if (!read.ok) return read;
  const name = ownName(read.servers);
  if (name === undefined) {
    return { ok: false, reason: `It has other servers under the names ${SERVER_NAME} and ${SECOND_NAME}.` };
  }
  const entry = kind.entry(target);
  if (entry === undefined) return { ok: false, reason: `${kind.name} starts a program, and there is none.` };
  const present = read.servers[name];
  if (typeof present !== 'object' || present === null) {
    return setMember(text, { path: [kind.serversKey], name, value: entry });
  }
  const path = [kind.serversKey, name];
  const stale = TRANSPORT_KEYS.filter((key) => key in present && !(key in entry));
  const edits = [
    ...stale.map((key) => (before: string) => removeMember(before, path, key)),
    ...Object.entries(entry).map(
      ([key, value]) =>
        (before: string) =>
          setMember(before, { path, name: key, value }),
    ),
  ];
  return edits.reduce<EditResult>((result, edit) => (result.ok ? edit(result.text) : result), {
    ok: true,
    text,
  });
}

/** The settings without this service, for taking a connection back after they changed otherwise. Pure. */
export function planRemoval(kind: McpClientKind, text: string): EditResult {
  const read = readServers(kind, text);
  if (!read.ok) return read;
  const name = ownName(read.servers);
  return name === undefined || read.servers[name] === undefined
    ? { ok: true, text }
    : removeMember(text, [kind.serversKey], name);
}

/** The names of members that hold servers in other clients' settings, and something that looks like it here. */
export function wrongServersKeys(kind: McpClientKind, text: string): readonly string[] {
  const root = kind.format === 'jsonc' ? parseObject(withoutBom(text)) : undefined;
  if (root === undefined || !root.ok) return [];
  return kind.wrongServersKeys.filter((key) => {
    const value = memberValue(root.root, key);
    return value?.type === 'object' && memberValue(value, SERVER_NAME) !== undefined;
  });
}

function readServers(
  kind: McpClientKind,
  text: string,
): { readonly ok: true; readonly servers: Servers } | { readonly ok: false; readonly reason: string } {
  const body = withoutBom(text);
  if (body.trim() === '') return { ok: true, servers: {} };
  if (kind.format === 'toml') return readTomlServers(kind, body);
  const parsed = parseObject(body);
  if (!parsed.ok) return parsed;
  const node = memberValue(parsed.root, kind.serversKey);
  if (node === undefined) return { ok: true, servers: {} };
  if (node.type !== 'object') return { ok: false, reason: `Its "${kind.serversKey}" is no object.` };
  return { ok: true, servers: getNodeValue(node) as Servers };
}

function readTomlServers(
  { serversKey }: McpClientKind,
  text: string,
): { readonly ok: true; readonly servers: Servers } | { readonly ok: false; readonly reason: string } {
  try {
    const servers: unknown = parseToml(text)[serversKey];
    return { ok: true, servers: typeof servers === 'object' && servers !== null ? (servers as Servers) : {} };
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { ok: false, reason: `It is no valid TOML: ${reason}` };
  }
}

/** The name under which this service is in the settings, or may be put; undefined where others have both names. */
function ownName(servers: Servers): string | undefined {
  const names = [SERVER_NAME, SECOND_NAME];
  return names.find((name) => isOwn(servers[name])) ?? names.find((name) => servers[name] === undefined);
}

function isOwn(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const { url, httpUrl, serverUrl, command, args } = entry as Servers;
  const address = url ?? httpUrl ?? serverUrl;
  if (typeof address === 'string') return OUR_URL.test(address);
  const words = [command, ...(Array.isArray(args) ? args : [])].filter((word) => typeof word === 'string');
  return (
    words.some((word) => /skills-registry|(?:^|[\\/])skills(?:\.js|\.cmd)?$/.test(word)) &&
    words.includes('mcp')
  );
}

function withoutBom(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
