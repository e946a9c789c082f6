import { getNodeValue } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { isJsonObject, type JsonObject } from '../contract/api/json-object.ts';
import type { McpClientKind } from '../contract/clients/mcp-clients.ts';
import { messageOf } from '../contract/words/message-of.ts';
import { parseObject } from './edit-jsonc.ts';

export type ReadServers =
  | { readonly ok: true; readonly root: JsonObject; readonly servers: JsonObject }
  /** `reason` is a sentence for people. */
  | { readonly ok: false; readonly reason: string };

/** JSON with comments, or TOML; '' for a missing file. */
export function readServers(kind: McpClientKind, text: string): ReadServers {
  const read = readRoot(kind, withoutBom(text));
  if (!read.ok) return read;
  const servers = read.root[kind.serversKey] ?? {};
  if (!isJsonObject(servers)) return { ok: false, reason: `Its "${kind.serversKey}" is not an object.` };
  return { ...read, servers };
}

function readRoot(
  { format }: McpClientKind,
  text: string,
): { readonly ok: true; readonly root: JsonObject } | { readonly ok: false; readonly reason: string } {
  if (text.trim() === '') return { ok: true, root: {} };
  if (format !== 'toml') {
    const parsed = parseObject(text);
    return parsed.ok ? { ok: true, root: getNodeValue(parsed.root) as JsonObject } : parsed;
  }
  try {
    return { ok: true, root: parseToml(text) };
  } catch (error) {
    const [reason = ''] = messageOf(error).split('\n');
    return { ok: false, reason: `It is not valid TOML: ${reason}` };
  }
}

function withoutBom(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
