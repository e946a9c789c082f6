import { expect, it } from 'vitest';
import { MCP_CLIENT_IDS, MCP_CLIENTS } from '../../../src-server/contract/clients/mcp-clients.ts';
import { fakeConnector, fakeMachine } from '../../support/fake-machine.ts';

const LINKED = MCP_CLIENT_IDS.filter((id) => MCP_CLIENTS[id].deepLink !== undefined);
const SCRIPT = '/home/łucja/スキル/skills-registry.cjs';
const TARGET = { mcpUrl: 'http://127.0.0.1:8701/mcp', stdio: { command: 'node', args: [SCRIPT, 'mcp'] } };

/** What a link hands over, as JSON; in Base64 it is read as Latin-1 and as UTF-8 alike. */
function contentOf(link: string): string {
  const [, query = ''] = link.split('?');
  const config = new URLSearchParams(query).get('config');
  if (config === null) return decodeURIComponent(query);
  expect(Buffer.from(config, 'base64').toString('utf8')).toBe(atob(config));
  return JSON.stringify(JSON.parse(atob(config)));
}

it.each(LINKED)(
  'the link that adds a program to %s holds its path, in whatever script that is written',
  (id) => {
    expect(contentOf(MCP_CLIENTS[id].deepLink?.(TARGET, 'command') ?? '')).toContain(SCRIPT);
  },
);

it('lists all clients where the program lies below a name in another script', async () => {
  const place = fakeMachine();
  expect(await fakeConnector(place, TARGET).list({ way: 'command' })).toHaveLength(MCP_CLIENT_IDS.length);
});
