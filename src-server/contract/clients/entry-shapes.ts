/** `{ "type": "http", "url": … }` */
export const HTTP_URL = { addressKey: 'url', addressFields: { type: 'http' } } as const;

/**
 * VS Code and relatives.
 *
 * @param remote folder of the server that the editor installs in WSL and over ssh
 */
export function vscodeLike(
  folder: string,
  program: string,
  { flatpak, remote }: { flatpak: string; remote: string },
) {
  return {
    source: 'https://code.visualstudio.com/docs/copilot/customization/mcp-servers, November 2026',
    format: 'jsonc',
    serversKey: 'servers',
    ...HTTP_URL,
    infersType: true,
    files: [`<settings>/${folder}/User/mcp.json`, `?~/.var/app/${flatpak}/config/${folder}/User/mcp.json`],
    remoteFolder: `~/${remote}`,
    projectFile: '.vscode/mcp.json',
    signs: [`<settings>/${folder}/User/settings.json`, `<settings>/${folder}/User/globalStorage`],
    commands: [program],
    place: 'mcp.json of the user (MCP: Open User Configuration), or .vscode/mcp.json in a project',
  } as const;
}
