import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { pointerFiles, strayFiles } from '../../../../src-server/connect/pointer/pointer-files.ts';
import type { McpClientId } from '../../../../src-server/contract/clients/mcp-clients.ts';
import { POINTER_LINES } from '../../../../src-server/contract/clients/pointer.ts';
import { fakeConnector, fakePlace, TARGET } from '../../../support/fake-place.ts';

/** A user whose Claude Code is told to ask. */
function userWithPointer() {
  const place = fakePlace();
  mkdirSync(join(place.home, '.claude'));
  writeFileSync(join(place.home, '.claude', 'CLAUDE.md'), POINTER_LINES.join('\n'));
  return place;
}

async function strays(place: ReturnType<typeof fakePlace>, connected: readonly McpClientId[] = []) {
  const inProjects = vi.fn(async () => new Set(connected));
  const files = await pointerFiles(place, await fakeConnector(place).list());
  const found = await strayFiles(files, inProjects);
  return { files: found.map(({ file }) => file), looks: inProjects.mock.calls.length };
}

describe('a file that tells agents to ask', () => {
  it('is a stray where no reader is connected, neither by its own settings nor in a project', async () => {
    const place = userWithPointer();
    const file = join(place.home, '.claude', 'CLAUDE.md');
    expect(await strays(place)).toEqual({ files: [file], looks: 1 });
    const connected = ['claude-code', 'opencode'] as const;
    expect(await strays(place, connected)).toEqual({ files: [], looks: 1 });
  });

  it('has nobody look into projects where a reader’s own settings tell, or where there is none', async () => {
    const place = userWithPointer();
    const entry = { type: 'http', url: TARGET.mcpUrl };
    writeFileSync(
      join(place.home, '.claude.json'),
      JSON.stringify({ mcpServers: { 'skills-registry': entry } }),
    );
    expect(await strays(place)).toEqual({ files: [], looks: 0 });
    expect(await strays(fakePlace())).toEqual({ files: [], looks: 0 });
  });
});
