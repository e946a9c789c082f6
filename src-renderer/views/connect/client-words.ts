import type { ActivityEvent } from '../../../src-server/contract/activity.ts';
import type { ClientState } from '../../../src-server/contract/connect.ts';
import { isClientName, MCP_CLIENTS } from '../../../src-server/contract/mcp-clients.ts';
import { formatAge } from '../../text/format.ts';
import type { ClientWords } from './client-row.tsx';

/** When a client asked last, in milliseconds since 1970; undefined where it never did while we looked. */
export function lastSeen(client: ClientState, events: readonly ActivityEvent[]): number | undefined {
  const kind = MCP_CLIENTS[client.id];
  const last = events.findLast(({ door, client: name }) => door === 'mcp' && isClientName(kind, name));
  return last === undefined ? undefined : Date.parse(last.at);
}

/** How a client stands. Green means that it asked: what its settings say is only a promise. */
export function clientWords(client: ClientState, seenAt: number | undefined, now: number): ClientWords {
  if (seenAt !== undefined) {
    const ago = now - seenAt < 2_000 ? 'just now' : `${formatAge(now - seenAt)} ago`;
    return { tone: 'good', mark: 'state-on', text: `Connected, asked ${ago}` };
  }
  if (!client.installed) return { tone: 'still', mark: 'state-none', text: 'Not found on this computer' };
  switch (client.connection.state) {
    case 'connected':
      return { tone: 'wait', mark: 'state-wait', text: 'Set up, waiting for its first request' };
    case 'outdated':
      return { tone: 'care', mark: 'severity-warning', text: 'Set up for another address' };
    case 'unreadable':
      return { tone: 'bad', mark: 'state-fail', text: 'Its settings can’t be understood' };
    case 'absent':
      return { tone: 'still', mark: 'state-off', text: 'Not connected' };
  }
}

/** Those that are here first, then by name as the table has them. */
export function sortClients(clients: readonly ClientState[]): readonly ClientState[] {
  return [...clients].sort((a, b) => Number(b.installed) - Number(a.installed));
}
