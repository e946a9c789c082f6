import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FullSkill, TokensResponse } from '../../../src-server/contract/api/api.ts';
import { skillFiles, temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { eventually, startTestServer, type TestServer } from '../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const OTHER = 'go/uber-go/zap';

const path = (...keys: readonly string[]) =>
  `/v1/tokens?${new URLSearchParams(keys.map((key) => ['key', key])).toString()}`;
const tokens = async (server: TestServer, ...keys: readonly string[]) =>
  (await server.get(path(...keys))).json<TokensResponse>().tokens;
/** Told from the length until the worker has counted. */
const counted = (server: TestServer, ...keys: readonly string[]) =>
  eventually(
    () => tokens(server, ...keys),
    (found) => Object.values(found).every(({ estimated }) => estimated !== true),
  );

describe('GET /v1/tokens', () => {
  it('counts the files to read first as the skill’s own answer counts them', async () => {
    const server = await startTestServer(temporaryRegistry([KEY, OTHER]));
    const found = await counted(server, KEY);
    const skill = (await server.get(`/v1/skills/${KEY}`)).json<FullSkill>();
    const first = (skill.files?.P0 ?? []).reduce((sum, file) => sum + (skill._tokens[file] ?? 0), 0);
    expect(first).toBeGreaterThan(0);
    expect(found).toEqual({ [KEY]: { first } });
    expect(Object.keys(await tokens(server, KEY, OTHER))).toEqual([KEY, OTHER]);
  });

  it('counts the first priority that has any file where nothing is in P0', async () => {
    const files = { P1: ['overview.md', 'safety.md'], P3: ['examples/basic.txt'] };
    const folder = temporaryFolder(skillFiles(`skills/${KEY}`, KEY, { files }));
    rmSync(join(folder, `skills/${KEY}/pitfalls.md`));
    const server = await startTestServer(folder);
    const found = await counted(server, KEY);
    const skill = (await server.get(`/v1/skills/${KEY}`)).json<FullSkill>();
    const first = (skill._tokens['overview.md'] ?? 0) + (skill._tokens['safety.md'] ?? 0);
    expect(first).toBeGreaterThan(0);
    expect(found).toEqual({ [KEY]: { first } });
  });

  it('counts again what changed', async () => {
    const registry = temporaryRegistry([KEY]);
    const server = await startTestServer(registry);
    const before = (await tokens(server, KEY))[KEY]?.first ?? 0;
    writeFileSync(join(registry, `skills/${KEY}/safety.md`), 'word '.repeat(3_000));
    const after = await eventually(
      () => tokens(server, KEY),
      (counted) => (counted[KEY]?.first ?? 0) > before + 2_000,
    );
    expect(after[KEY]?.first).toBeGreaterThan(before);
  });

  it('leaves out what is not there', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    expect(await tokens(server, 'no/such/skill', '../..', '__proto__')).toEqual({});
  });

  it('takes at least one key and at most 50', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    const many = Array.from({ length: 51 }, (_, number) => `a/b/${number}`);
    expect((await server.get(path())).status).toBe(400);
    expect((await server.get(path(...many))).status).toBe(400);
    expect((await server.get(path(...many.slice(1)))).status).toBe(200);
  });
});
