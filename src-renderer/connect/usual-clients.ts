import type { McpClientId } from '../../src-server/contract/clients/mcp-clients.ts';

/** Listed first if installed clients are unknown. */
const USUAL: readonly McpClientId[] = ['claude-code', 'cursor', 'vscode', 'codex', 'gemini-cli'];

export function isUsual(id: McpClientId): boolean {
  return USUAL.includes(id);
}

/** Common clients first, then table order. */
export function compareUsual(a: McpClientId, b: McpClientId): number {
  const rank = (id: McpClientId) => (isUsual(id) ? USUAL.indexOf(id) : USUAL.length);
  return rank(a) - rank(b);
}
