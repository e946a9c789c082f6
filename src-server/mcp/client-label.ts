import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { McpClient } from './protocol.ts';

export const UNKNOWN_CLIENT: McpClient = { name: 'unknown', version: '' };
const MAX_NAME_LENGTH = 60;

export function toClient(info: unknown): McpClient | undefined {
  if (typeof info !== 'object' || info === null) return undefined;
  const { name, version } = info as Readonly<Record<string, unknown>>;
  const shown = typeof name === 'string' ? clean(name) : '';
  return shown === ''
    ? undefined
    : { name: shown, version: typeof version === 'string' ? clean(version) : '' };
}

/**
 * Session id for 2025 revisions, with one introduction per client. Contains the name: no state. Grants
 * nothing.
 */
export function makeSessionId({ name, version }: McpClient): string {
  return `${randomUUID()}.${Buffer.from(JSON.stringify([name, version])).toString('base64url')}`;
}

/** Undefined for foreign ids. */
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
    .slice(0, MAX_NAME_LENGTH);
}
