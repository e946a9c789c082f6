/** Connecting a client from a browser page, which knows only the operating system. */
import {
  type ConnectTarget,
  MCP_CLIENTS,
  type McpClientId,
} from '../../src-server/contract/clients/mcp-clients.ts';
import { commandWords } from '../text/command-lines.ts';

/** Returns the connection target of a browser page: the address only. */
export function browserTarget(mcpUrl: string): ConnectTarget {
  return { mcpUrl, stdio: { why: 'A web page can’t know where the helper program is on your computer.' } };
}

/** Returns the shell command that writes the settings a page can't write. */
export function writeLine(id: McpClientId): string {
  return `${commandWords()} connect ${id} --write`;
}

/** Describes the quickest setup from a page: a deep link, or the location of the settings. */
export function browserWay(id: McpClientId): string {
  const { deepLink, name, place } = MCP_CLIENTS[id];
  return deepLink === undefined ? place : `a link; ${name} asks before it adds anything`;
}
