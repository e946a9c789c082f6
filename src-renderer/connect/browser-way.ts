/** A browser page knows only the operating system. */
import {
  type ConnectTarget,
  MCP_CLIENTS,
  type McpClientId,
} from '../../src-server/contract/clients/mcp-clients.ts';
import { commandWords } from '../text/command-lines.ts';

export function browserTarget(mcpUrl: string): ConnectTarget {
  return { mcpUrl, stdio: { why: 'A web page can’t know where the helper program is on your computer.' } };
}

export function writeLine(id: McpClientId): string {
  return `${commandWords()} connect ${id} --write`;
}

/** Location of the settings. */
export function browserWay(id: McpClientId): string {
  return MCP_CLIENTS[id].place;
}
