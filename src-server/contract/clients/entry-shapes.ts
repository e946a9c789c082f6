/** `{ "type": "http", "url": … }` */
export const HTTP_URL = { addressKey: 'url', addressFields: { type: 'http' } } as const;

/** VS Code and relatives. */
export function vscodeLike(folder: string, program: string) {
  return {
    source: 'https://code.visualstudio.com/docs/copilot/customization/mcp-servers, November 2026',
    format: 'jsonc',
    serversKey: 'servers',
    ...HTTP_URL,
    infersType: true,
    files: [`<settings>/${folder}/User/mcp.json`],
    projectFile: '.vscode/mcp.json',
    signs: [`<settings>/${folder}/User/settings.json`, `<settings>/${folder}/User/globalStorage`],
    commands: [program],
    place: 'mcp.json of the user (MCP: Open User Configuration), or .vscode/mcp.json in a project',
  } as const;
}
