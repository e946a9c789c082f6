import type { McpClientId } from '../../src-server/contract/clients/mcp-clients.ts';

/** The programs that most people have, which come first where nobody knows what is installed. */
const USUAL: readonly McpClientId[] = ['claude-code', 'cursor', 'vscode', 'codex', 'gemini-cli'];

/** Whether a program is one that most people have. */
export function isUsual(id: McpClientId): boolean {
  return USUAL.includes(id);
}

/** The usual ones in their order, then all others in that of the table. */
export function compareUsual(a: McpClientId, b: McpClientId): number {
  const rank = (id: McpClientId) => (isUsual(id) ? USUAL.indexOf(id) : USUAL.length);
  return rank(a) - rank(b);
}
