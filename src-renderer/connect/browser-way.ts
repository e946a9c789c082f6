/** What a browser knows of connecting a program: nothing of this computer but its system. */
import {
  type ConnectTarget,
  MCP_CLIENTS,
  type McpClientId,
} from '../../src-server/contract/clients/mcp-clients.ts';
import { commandWords } from '../text/command-lines.ts';

/** What a page in a browser can connect clients to: the address alone. */
export function browserTarget(mcpUrl: string): ConnectTarget {
  return { mcpUrl, stdio: { why: 'A web page can’t know where the helper program is on your computer.' } };
}

/** For a terminal: writes what a page can't know. */
export function writeLine(id: McpClientId): string {
  return `${commandWords()} connect ${id} --write`;
}

/** The quickest way to connect a program from a page, in words: a link, or where the lines belong. */
export function browserWay(id: McpClientId): string {
  const { deepLink, name, place } = MCP_CLIENTS[id];
  return deepLink === undefined ? place : `a link; ${name} asks before it adds anything`;
}
