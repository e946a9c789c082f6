import type { McpClientId } from '../../src-server/contract/clients/mcp-clients.ts';

/** Most common clients, listed first if nothing is known about installed clients. */
const USUAL: readonly McpClientId[] = ['claude-code', 'cursor', 'vscode', 'codex', 'gemini-cli'];

export function isUsual(id: McpClientId): boolean {
  return USUAL.includes(id);
}

/** Compares for sorting: common clients first, then all others in table order. */
export function compareUsual(a: McpClientId, b: McpClientId): number {
  const rank = (id: McpClientId) => (isUsual(id) ? USUAL.indexOf(id) : USUAL.length);
  return rank(a) - rank(b);
}
