import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createPathInspector, kindAt, within } from '../../../src-server/connect/path-inspector.ts';
import { readClient } from '../../../src-server/connect/read-client.ts';
import { MCP_CLIENTS, type StdioCommand } from '../../../src-server/contract/clients/mcp-clients.ts';
import { fakeMachine, TARGET } from '../../support/fake-machine.ts';

const HUNG = ['/hung/a', '/hung/b'];

/** What Cursor's settings say that name a registry, while two others hang and so keep both turns. */
async function connectionFor(registry: string) {
  const look = createPathInspector({
    limitTime: within(1),
    look: (path) => (HUNG.includes(path) ? new Promise(() => {}) : kindAt(path)),
  });
  await Promise.all(HUNG.map(look));
  const machine = fakeMachine();
  const file = join(machine.home, 'mcp.json');
  const { command, args } = TARGET.stdio as StdioCommand;
  const entry = { command, args: [...args, '-r', registry] };
  writeFileSync(file, JSON.stringify({ mcpServers: { 'skills-registry': entry } }));
  return readClient({ machine, look }, MCP_CLIENTS.cursor, file, TARGET);
}

it('says of a registry only that its disk doesn’t answer where it was asked itself', async () => {
  const connected = { state: 'connected', name: 'skills-registry', by: 'command' };
  const [hung = ''] = HUNG;
  expect(await connectionFor(hung)).toEqual({ ...connected, registry: hung, lacksRegistry: 'no-answer' });
  const sound = import.meta.dirname;
  expect(await connectionFor(sound)).toEqual({ ...connected, registry: sound });
});
