/** What a running service shows of changes in its folder. */
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DiagnosticsResponse, RegistryIndex, Status } from '../../../src-server/contract/api.ts';
import { skillFiles, temporaryRegistry, writeFiles } from '../../support/temporary-registry.ts';
import { eventually, startTestServer, type TestServer } from '../../support/test-server.ts';

const [SPDLOG, TOKIO] = ['cpp/gabime/spdlog', 'rust/tokio-rs/tokio'] as const;

async function keysOf(server: TestServer): Promise<readonly string[]> {
  const answer = await server.get('/v1/skills');
  return answer.status === 200 ? answer.json<RegistryIndex>().skills.map(({ key }) => key) : [];
}

const sees = (server: TestServer, keys: readonly string[]) =>
  eventually(
    () => keysOf(server),
    (seen) => seen.join() === keys.join(),
  );

/** A registry that is put back before it is removed. */
function away(registry: string): void {
  renameSync(registry, `${registry}-away`);
  onTestFinished(() => rmSync(`${registry}-away`, { recursive: true, force: true }));
}

describe.each([
  ['events', 60_000],
  ['scan', 200],
] as const)('changes found by %s', (watch, scanIntervalMs) => {
  it('are an edit, a new skill and a deleted one', async () => {
    const registry = temporaryRegistry([SPDLOG]);
    const server = await startTestServer(registry, { watch, scanIntervalMs });
    writeFileSync(join(registry, 'skills', SPDLOG, 'safety.md'), '# Safety\n\nNever after fork.\n');
    await eventually(
      async () => (await server.get(`/v1/skills/${SPDLOG}/safety`)).text,
      (text) => text.includes('Never after fork.'),
    );
    writeFiles(registry, skillFiles(`skills/${TOKIO}`, TOKIO));
    await sees(server, [SPDLOG, TOKIO]);
    rmSync(join(registry, 'skills', SPDLOG), { recursive: true });
    await sees(server, [TOKIO]);
    expect((await server.get(`/v1/skills/${SPDLOG}`)).status).toBe(404);
  });
});

describe('the folder of the registry', () => {
  /** The last state read, with a word about it. */
  const servesAway = async (server: TestServer, reason: string) => {
    await eventually(
      async () => (await server.get('/v1/status')).json<Status>().registry,
      ({ available, reason: why = '' }) => !available && why.includes(reason),
    );
    expect((await server.get('/health')).status).toBe(200);
    expect((await server.get(`/v1/skills/${SPDLOG}`)).status).toBe(200);
    const { diagnostics } = (await server.get('/v1/diagnostics')).json<DiagnosticsResponse>();
    expect(diagnostics.map(({ code, message }) => [code, message])).toContainEqual([
      'unreadable-kept',
      expect.stringContaining(reason),
    ]);
  };

  it('that is gone, or was replaced by an empty one, stays served as it was last read, and the status says so', async () => {
    const registry = temporaryRegistry([SPDLOG]);
    const server = await startTestServer(registry);
    away(registry);
    await servesAway(server, 'it is gone');
    mkdirSync(registry);
    await servesAway(server, 'is empty');
    rmSync(registry, { recursive: true });
    renameSync(`${registry}-away`, registry);
    await sees(server, [SPDLOG]);
    await eventually(
      async () => (await server.get('/v1/status')).json<Status>().registry.available,
      (available) => available,
    );
  });

  it('with another registry in its place is served as that', async () => {
    const registry = temporaryRegistry([SPDLOG]);
    const another = temporaryRegistry([TOKIO]);
    const server = await startTestServer(registry);
    away(registry);
    cpSync(another, registry, { recursive: true });
    await sees(server, [TOKIO]);
  });

  it('emptied by its owner is an empty registry', async () => {
    const registry = temporaryRegistry([SPDLOG]);
    const server = await startTestServer(registry);
    rmSync(join(registry, 'skills', SPDLOG), { recursive: true });
    await sees(server, []);
    expect((await server.get('/health')).status).toBe(200);
  });
});
