import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { version } from '../built-files.ts';
import { LIMITS } from '../contract/limits.ts';

/** What this server introduces itself as. */
export const SERVER_INFO = { name: 'skills-registry', title: 'Skills Registry', version };

/** What this server answers itself; handshake, ping and subscriptions are the SDK's. */
export const MCP_METHODS = [
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
] as const;
export type McpMethod = (typeof MCP_METHODS)[number];

/** How long clients may keep answers: shortly, since the registry may change. Calls of tools are never kept. */
export const CACHE_HINT = { ttlMs: 5_000, cacheScope: 'private' } as const;

/**
 * What this server can do.
 *
 * @param tellsChanges whether its client can listen for changes of the list of resources
 */
export function capabilitiesOf(tellsChanges: boolean) {
  // Explicit, as the SDK's default is true.
  return { tools: { listChanged: false }, resources: { listChanged: tellsChanges } };
}

export type McpObject = Readonly<Record<string, unknown>>;

/** A client as it introduced itself. */
export interface McpClient {
  readonly name: string;
  readonly version: string;
}

/** Makes the error for wrong parameters, also for unknown tools and resources. */
export const invalidParams = (message: string, data?: unknown) =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);

export const internalError = (message: string) => new ProtocolError(ProtocolErrorCode.InternalError, message);

export const UNKNOWN_CLIENT: McpClient = { name: 'unknown', version: '' };

export function toClient(info: unknown): McpClient | undefined {
  if (typeof info !== 'object' || info === null) return undefined;
  const { name, version } = info as Readonly<Record<string, unknown>>;
  const shown = typeof name === 'string' ? clean(name) : '';
  return shown === ''
    ? undefined
    : { name: shown, version: typeof version === 'string' ? clean(version) : '' };
}

/**
 * Makes the session id of a client of the revisions of 2025, which introduces itself once. The id contains its name,
 * so that no state is kept, and grants nothing.
 */
export function makeSessionId({ name, version }: McpClient): string {
  return `${randomUUID()}.${Buffer.from(JSON.stringify([name, version])).toString('base64url')}`;
}

/** Returns the client of a session id; undefined for an id of somebody else. */
export function clientOfSession(sessionId: string | null): McpClient | undefined {
  const encoded = sessionId?.split('.')[1];
  if (encoded === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
    return Array.isArray(value) ? toClient({ name: value[0], version: value[1] }) : undefined;
  } catch {
    return undefined;
  }
}

function clean(text: string): string {
  return text
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, LIMITS.clientCharacters);
}
