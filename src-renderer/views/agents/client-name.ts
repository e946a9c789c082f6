import {
  CLIENT_NAMES,
  isClientName,
  MCP_CLIENT_IDS,
  type McpClientId,
} from '../../../src-server/contract/clients/clients.ts';

/** Undefined for a program that is none of the list. */
export function clientId(client: string): McpClientId | undefined {
  return MCP_CLIENT_IDS.find((known) => isClientName(known, client));
}

/** Name of the product, else as the program calls itself. */
export function clientName(client: string): string {
  const id = clientId(client);
  if (id !== undefined) return CLIENT_NAMES[id].name;
  return client === 'unknown' ? 'A program without a name' : client;
}
