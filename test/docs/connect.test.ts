import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MCP_CLIENT_IDS, MCP_CLIENTS, type McpClientId } from '../../src-server/contract/mcp-clients.ts';

const DOCUMENT = readFileSync(new URL('../../docs/connect.md', import.meta.url), 'utf8');

/** A client's row as the document has it. */
function rowOf(id: McpClientId): string {
  const { name, format, files, serversParent, serversKey, projectFile, link, own, place, byAddress } =
    MCP_CLIENTS[id];
  const settings =
    format === 'snippet-only'
      ? `by hand: ${place}`
      : files.map((file) => `\`${file.replace(/^\?/, '').replace(/<\w+\|([^>]*)>/, '$1')}\``).join(', ');
  const member = [serversParent, serversKey].filter((key) => key !== undefined).join('.');
  const ownWays = [
    ...(link === undefined ? [] : ['link']),
    ...(own === undefined ? [] : [`\`${own.program}\``]),
  ];
  const cells = [
    byAddress === undefined ? `${name}, by a program alone` : name,
    `\`${id}\``,
    settings,
    `\`${member}\``,
    projectFile === undefined || format === 'snippet-only' ? '' : `\`${projectFile}\``,
    ownWays.join(', '),
  ];
  return `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`;
}

test('the table of clients is the one that the program goes by', () => {
  const rows = DOCUMENT.split('\n').filter((line) => /^\| .* \| `[a-z-]+` \| (?:`|by hand)/.test(line));
  expect(rows).toEqual(MCP_CLIENT_IDS.map(rowOf));
});
