import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { pointerFiles, strayFiles } from '../../../../src-server/connect/pointer/pointer-files.ts';
import type { McpClientId } from '../../../../src-server/contract/clients/mcp-clients.ts';
import { POINTER_LINES } from '../../../../src-server/contract/clients/pointer.ts';
import { fakeConnector, fakeMachine, TARGET } from '../../../support/fake-machine.ts';

/** A user whose Claude Code is told to ask. */
function userWithPointer() {
  const machine = fakeMachine();
  mkdirSync(join(machine.home, '.claude'));
  writeFileSync(join(machine.home, '.claude', 'CLAUDE.md'), POINTER_LINES.join('\n'));
  return machine;
}

async function strays(machine: ReturnType<typeof fakeMachine>, connected: readonly McpClientId[] = []) {
  const inProjects = vi.fn(async () => new Set(connected));
  const files = await pointerFiles(machine, await fakeConnector(machine).list());
  const found = await strayFiles(files, inProjects);
  return { files: found.map(({ file }) => file), looks: inProjects.mock.calls.length };
}

describe('a file that tells agents to ask', () => {
  it('is a stray where no reader is connected, neither by its own settings nor in a project', async () => {
    const machine = userWithPointer();
    const file = join(machine.home, '.claude', 'CLAUDE.md');
    expect(await strays(machine)).toEqual({ files: [file], looks: 1 });
    const connected = ['claude-code', 'opencode'] as const;
    expect(await strays(machine, connected)).toEqual({ files: [], looks: 1 });
  });

  it('has nobody look into projects where a reader’s own settings tell, or where there is none', async () => {
    const machine = userWithPointer();
    const entry = { type: 'http', url: TARGET.mcpUrl };
    writeFileSync(
      join(machine.home, '.claude.json'),
      JSON.stringify({ mcpServers: { 'skills-registry': entry } }),
    );
    expect(await strays(machine)).toEqual({ files: [], looks: 0 });
    expect(await strays(fakeMachine())).toEqual({ files: [], looks: 0 });
  });
});
