import { isClientName, MCP_CLIENT_IDS, MCP_CLIENTS } from '../../src-server/contract/clients/mcp-clients.ts';

/** How the desktop app's own window calls itself (see src-main/contract/app-origin.ts). */
const THIS_WINDOW = 'skills-registry-window';
/** How every browser begins. */
const BROWSER = /^Mozilla\b/;

/** A client by the name that its user knows. */
export function clientName(client: string): string {
  if (client === THIS_WINDOW) return 'This window';
  if (BROWSER.test(client)) return 'A browser';
  const id = MCP_CLIENT_IDS.find((known) => isClientName(MCP_CLIENTS[known], client));
  return id === undefined ? client : MCP_CLIENTS[id].name;
}

/** True for a page like this one: it searches with each key, so what it doesn't find are halves of words. */
export function asksWhileTyping(client: string): boolean {
  return client === THIS_WINDOW || BROWSER.test(client);
}
