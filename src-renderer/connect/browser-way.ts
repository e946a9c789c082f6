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

/** Deep link, or location of the settings. */
export function browserWay(id: McpClientId): string {
  const { deepLink, name, place } = MCP_CLIENTS[id];
  return deepLink === undefined ? place : `a link; ${name} asks before it adds anything`;
}
