import { type ConnectWay, SERVER_NAME, type ServerEntry, type StdioCommand } from './mcp-client-row.ts';

export const byUrl = (url: string) => ({ url });
export const byHttpUrl = (url: string) => ({ type: 'http', url });
export const byServerUrl = (serverUrl: string) => ({ serverUrl });

/** Program and arguments in one list. */
export const commandList = ({ command, args }: StdioCommand) => [command, ...args];

/** For a link's query. */
export const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));
/** For a link's query. ASCII only: independent of character sets. */
export const base64 = (value: unknown) => {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return encodeURIComponent(btoa(JSON.stringify(value).replace(/[^\x20-\x7e]/g, escaped)));
};

/** `<name> <url>` or `<name> -- <command> …`. */
export function addWords(entry: ServerEntry, way: ConnectWay): readonly string[] {
  const { url, httpUrl, serverUrl, command, args } = entry;
  return way === 'address'
    ? [SERVER_NAME, String(url ?? httpUrl ?? serverUrl)]
    : [SERVER_NAME, '--', String(command), ...(args as readonly string[])];
}

/** `mcp add … --scope user …`: Claude Code, Gemini CLI. */
export function addForUser(entry: ServerEntry, way: ConnectWay): readonly string[] {
  const transport = way === 'address' ? ['--transport', 'http'] : [];
  return ['mcp', 'add', ...transport, '--scope', 'user', ...addWords(entry, way)];
}

/** VS Code and relatives. */
export function vscodeLike(folder: string, scheme: string, program: string) {
  const server = (entry: ServerEntry) => ({ name: SERVER_NAME, ...entry });
  return {
    source: 'https://code.visualstudio.com/docs/copilot/customization/mcp-servers, November 2026',
    format: 'jsonc',
    serversKey: 'servers',
    byAddress: byHttpUrl,
    infersType: true,
    files: [`<settings>/${folder}/User/mcp.json`],
    projectFile: '.vscode/mcp.json',
    signs: [`<settings>/${folder}/User/settings.json`, `<settings>/${folder}/User/globalStorage`],
    commands: [program],
    place: 'mcp.json of the user (MCP: Open User Configuration), or .vscode/mcp.json in a project',
    link: (entry: ServerEntry) => `${scheme}:mcp/install?${json(server(entry))}`,
    own: { program, args: (entry: ServerEntry) => ['--add-mcp', JSON.stringify(server(entry))] },
  } as const;
}
