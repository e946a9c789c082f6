import { isClientName, MCP_CLIENT_IDS, MCP_CLIENTS } from '../../src-server/contract/clients/mcp-clients.ts';

const THIS_WINDOW = 'skills-registry-window';
const BROWSER = /^Mozilla\b/;

/** Product name of an MCP client, or “A browser”. */
export function clientName(client: string): string {
  if (client === THIS_WINDOW) return 'This window';
  if (BROWSER.test(client)) return 'A browser';
  const id = MCP_CLIENT_IDS.find((known) => isClientName(MCP_CLIENTS[known], client));
  return id === undefined ? client : MCP_CLIENTS[id].name;
}

/** Empty results may be half-typed words. */
export function asksWhileTyping(client: string): boolean {
  return client === THIS_WINDOW || BROWSER.test(client);
}
