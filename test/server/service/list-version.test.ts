import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RegistryIndex } from '../../../src-server/contract/api.ts';
import { createWorkTree } from '../../support/git-clone.ts';
import { skillFiles, temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { eventually, startTestServer, type TestServer } from '../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const INDEX = { schema: 'skills/v1', version: 7, updated_at: '2026-02-03T00:00:00Z', skills: [] };

const headOf = async (server: TestServer) => {
  const { version, updated_at: updatedAt } = (await server.get('/v1/skills')).json<RegistryIndex>();
  return { version, updatedAt };
};

/** Waits until the service has picked the change up, whatever the version of the list. */
async function change(server: TestServer, registry: string, text: string): Promise<void> {
  writeFileSync(join(registry, 'skills', KEY, 'safety.md'), `${text}\n`);
  await eventually(
    async () => (await server.get(`/v1/find?q=${text}`)).json<{ results: unknown[] }>().results,
    (results) => results.length > 0,
  );
}

describe('the version of the list', () => {
  it('starts at that of index.json and grows by one with each change, at each start anew', async () => {
    const registry = temporaryRegistry([KEY], { 'index.json': INDEX });
    const server = await startTestServer(registry);
    expect(await headOf(server)).toEqual({ version: 7, updatedAt: INDEX.updated_at });
    await change(server, registry, 'quaggawords');
    await change(server, registry, 'zebrawords');
    const changed = await headOf(server);
    expect(changed.version).toBe(9);
    expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(INDEX.updated_at));
    await server.close();
    expect(await headOf(await startTestServer(registry))).toEqual({
      version: 7,
      updatedAt: INDEX.updated_at,
    });
  });

  it('starts at 1 and grows by one in a Git work tree, too', async () => {
    const tree = createWorkTree(join(temporaryFolder(), 'tree'));
    tree.commit('2026-01-01T12:00:00Z', skillFiles(`skills/${KEY}`, KEY));
    const server = await startTestServer(tree.folder);
    expect((await headOf(server)).version).toBe(1);
    await change(server, tree.folder, 'quaggawords');
    tree.commit('2026-01-01T13:00:00Z');
    await change(server, tree.folder, 'zebrawords');
    expect((await headOf(server)).version).toBe(3);
  });
});
