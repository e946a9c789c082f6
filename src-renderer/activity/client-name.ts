import { isClientName, MCP_CLIENT_IDS, MCP_CLIENTS } from '../../src-server/contract/clients/mcp-clients.ts';

/** `User-Agent` of the desktop app's window (src-main/contract/app-origin.ts). */
const THIS_WINDOW = 'skills-registry-window';
const BROWSER = /^Mozilla\b/;

/** Returns the display name of a client: an MCP client by its product name, any browser as "A browser". */
export function clientName(client: string): string {
  if (client === THIS_WINDOW) return 'This window';
  if (BROWSER.test(client)) return 'A browser';
  const id = MCP_CLIENT_IDS.find((known) => isClientName(MCP_CLIENTS[known], client));
  return id === undefined ? client : MCP_CLIENTS[id].name;
}

/**
 * True for this window and browsers: they search on every key press, so empty results are often half-typed
 * words.
 */
export function asksWhileTyping(client: string): boolean {
  return client === THIS_WINDOW || BROWSER.test(client);
}
