import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RegistryIndex, Status } from '../../../src-server/contract/api.ts';
import { createWorkTree, type WorkTree } from '../../support/git-clone.ts';
import { skillFiles, temporaryFolder } from '../../support/temporary-registry.ts';
import { eventually, startTestServer } from '../../support/test-server.ts';
import { onWindows, unless } from '../../support/unless.ts';

const [TOKIO, SPDLOG, PGX] = ['rust/tokio-rs/tokio', 'cpp/gabime/spdlog', 'go/jackc/pgx'] as const;
const [NOON, ONE] = ['2026-01-01T12:00:00.000Z', '2026-01-01T13:00:00.000Z'];

/** As git-sync does: a new linked work tree with a relative path to its repository, the link moved, the old tree deleted. */
function publish(repository: WorkTree, home: string, commit: string, old?: string): void {
  const tree = join(home, commit);
  repository.git('worktree', 'add', '-q', '--detach', tree, commit);
  writeFileSync(join(tree, '.git'), `gitdir: ../repository/.git/worktrees/${commit}\n`);
  symlinkSync(commit, join(home, 'next'));
  renameSync(join(home, 'next'), join(home, 'link'));
  if (old !== undefined) rmSync(join(home, old), { recursive: true });
}

it(
  'a registry behind a link is followed to the next folder, and the deletion of the old one is not seen',
  unless(onWindows),
  async () => {
    const home = temporaryFolder();
    const repository = createWorkTree(join(home, 'repository'));
    const first = repository.commit(NOON, {
      ...skillFiles(`skills/${TOKIO}`, TOKIO),
      ...skillFiles(`skills/${SPDLOG}`, SPDLOG),
    });
    publish(repository, home, first);
    const server = await startTestServer(join(home, 'link'));
    const list = async () => {
      const { status, json } = await server.get('/v1/skills');
      return { status, ...json<RegistryIndex>() };
    };
    expect(await list()).toMatchObject({ status: 200, version: 1 });
    const second = repository.commit(ONE, skillFiles(`skills/${PGX}`, PGX));
    publish(repository, home, second, first);
    const seen = new Set<number>();
    const after = await eventually(list, ({ status, version, skills = [] }) => {
      seen.add(status === 200 ? skills.length : status);
      return version === 2;
    });
    expect([...seen]).toEqual(expect.arrayContaining([3]));
    expect([...seen].filter((count) => count !== 2 && count !== 3)).toEqual([]);
    expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(ONE));
    expect((await server.get('/v1/status')).json<Status>().registry.path).toBe(join(home, second));
    expect((await server.get(`/v1/skills/${PGX}/overview`)).status).toBe(200);
  },
);
