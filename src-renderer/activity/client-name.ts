import {
  CLIENT_NAMES,
  isClientName,
  MCP_CLIENT_IDS,
} from '../../src-server/contract/clients/client-names.ts';

const THIS_WINDOW = 'skills-registry-window';
const BROWSER = /^Mozilla\b/;

/** Product name of an MCP client, or “A browser”. */
export function clientName(client: string): string {
  if (client === THIS_WINDOW) return 'This window';
  if (BROWSER.test(client)) return 'A browser';
  const id = MCP_CLIENT_IDS.find((known) => isClientName(known, client));
  return id === undefined ? client : CLIENT_NAMES[id].name;
}

/** Empty results may be half-typed words. */
export function asksWhileTyping(client: string): boolean {
  return client === THIS_WINDOW || BROWSER.test(client);
}
