import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FullSkill, RegistryIndex, Status } from '../../../src-server/contract/api/api.ts';
import {
  manifest,
  skillFiles,
  temporaryFolder,
  temporaryRegistry,
  writeFiles,
} from '../../support/temporary-registry.ts';
import { eventually, startTestServer, type TestServer } from '../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const OTHER = 'go/jackc/pgx';

const list = async (server: TestServer) => (await server.get('/v1/skills')).json<RegistryIndex>();
const keys = async (server: TestServer) => (await list(server)).skills.map(({ key }) => key);
const section = async (server: TestServer, name: string) =>
  (await server.get(`/v1/skills/${KEY}/${name}`)).text;
/** Waits until a find answers with the word: asking for a text would renew it by itself, whoever watches. */
const untilFound = (server: TestServer, word: string) =>
  eventually(
    async () => (await server.get(`/v1/find?q=${word}`)).json<{ results: unknown[] }>().results,
    (results) => results.length > 0,
  );

describe('a registry that is watched', () => {
  it('shows an edited text, a new version and the time of the change', async () => {
    const registry = temporaryRegistry([KEY, OTHER]);
    const server = await startTestServer(registry);
    const before = await list(server);
    writeFileSync(join(registry, 'skills', KEY, 'safety.md'), '# Quaggawords\n');
    await untilFound(server, 'quaggawords');
    expect(await section(server, 'safety')).toBe('# Quaggawords\n');
    const after = await list(server);
    expect(after.version).toBe(before.version + 1);
    expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
    const skill = (await server.get(`/v1/skills/${KEY}`)).json<FullSkill>();
    expect(skill._contents['safety.md']).toBe('# Quaggawords\n');
  });

  it('finds words that were just written, and no longer those that are gone', async () => {
    const registry = temporaryRegistry([KEY, OTHER]);
    const server = await startTestServer(registry);
    const find = async (q: string) =>
      (await server.get(`/v1/find?q=${q}`))
        .json<{ results: { key: string }[] }>()
        .results.map(({ key }) => key);
    writeFileSync(join(registry, 'skills', KEY, 'safety.md'), 'quaternion zebra\n');
    await eventually(
      () => find('quaternion'),
      (found) => found[0] === KEY,
    );
    writeFileSync(join(registry, 'skills', KEY, 'safety.md'), 'something else\n');
    await eventually(
      () => find('quaternion'),
      (found) => found.length === 0,
    );
  });

  it('renews a skill’s answer when its entry in index.json changes', async () => {
    const index = (score: number) => ({
      schema: 'skills/v1',
      version: 1,
      updated_at: '2026-01-01T00:00:00Z',
      skills: [{ key: KEY, trust_score: score }],
    });
    const registry = temporaryFolder({
      ...skillFiles(`skills/${KEY}`, KEY, { trust_score: undefined }),
      'index.json': index(51),
    });
    const server = await startTestServer(registry);
    const score = async () => (await server.get(`/v1/skills/${KEY}`)).json<FullSkill>().trust_score;
    expect(await score()).toBe(51);
    writeFiles(registry, { 'index.json': index(59) });
    await eventually(score, (value) => value === 59);
  });

  it('sees what comes beside a skill that is called like its author', async () => {
    const registry = temporaryRegistry([KEY]);
    const server = await startTestServer(registry);
    for (const name of ['redis', 'hiredis']) {
      writeFiles(registry, skillFiles(`skills/cpp/redis/${name}`, `cpp/redis/${name}`));
      await eventually(
        () => keys(server),
        (all) => all.includes(`cpp/redis/${name}`),
      );
    }
  });

  it('picks up new folders, removals and renames at any level', async () => {
    const registry = temporaryRegistry([KEY]);
    const server = await startTestServer(registry);
    writeFiles(registry, skillFiles('skills/rust/tokio-rs/tokio', 'rust/tokio-rs/tokio'));
    await eventually(
      () => keys(server),
      (all) => all.includes('rust/tokio-rs/tokio'),
    );
    renameSync(join(registry, 'skills/rust/tokio-rs'), join(registry, 'skills/rust/tokio'));
    await eventually(
      () => keys(server),
      (all) => all.includes('rust/tokio/tokio') && !all.includes('rust/tokio-rs/tokio'),
    );
    writeFileSync(join(registry, 'skills/rust/tokio/tokio/late.md'), 'after the rename');
    await eventually(
      () => server.get('/v1/skills/rust/tokio/tokio/late'),
      ({ status }) => status === 200,
    );
    rmSync(join(registry, 'skills/rust'), { recursive: true });
    await eventually(
      () => keys(server),
      (all) => all.length === 1,
    );
    expect((await server.get('/v1/skills/rust/tokio/tokio')).status).toBe(404);
  });

  it('keeps the last good state while skill.json does not parse, then takes the final state', async () => {
    const registry = temporaryRegistry([KEY]);
    const server = await startTestServer(registry);
    const file = join(registry, 'skills', KEY, 'skill.json');
    writeFileSync(file, '{ "name": "half');
    const told = async () => (await server.get('/v1/diagnostics')).text;
    await eventually(told, (all) => all.includes('skill-json-invalid'));
    expect((await server.get(`/v1/skills/${KEY}`)).status).toBe(200);
    expect(await keys(server)).toEqual([KEY]);
    writeFileSync(file, JSON.stringify(manifest(KEY, { summary: 'Final.' })));
    await eventually(
      async () => (await list(server)).skills[0]?.summary,
      (summary) => summary === 'Final.',
    );
    expect(await told()).not.toContain('skill-json-invalid');
  });

  it('keeps the last good index.json too', async () => {
    const index = {
      schema: 'skills/v1',
      version: 5,
      updated_at: '2026-02-01T00:00:00Z',
      skills: [
        { key: KEY, name: 'spdlog', language: 'cpp', tier: 'tier2', group: 'main', summary: 'Indexed.' },
      ],
    };
    const registry = temporaryRegistry([KEY], { 'index.json': index });
    const server = await startTestServer(registry);
    writeFileSync(join(registry, 'index.json'), '{ "skills": [');
    await eventually(
      async () => (await server.get('/v1/diagnostics')).text,
      (told) => told.includes('index-json-invalid'),
    );
    expect((await list(server)).skills[0]?.summary).toBe('Indexed.');
    writeFiles(registry, { 'index.json': { ...index, version: 40 } });
    await eventually(
      async () => (await list(server)).version,
      (version) => version === 40,
    );
  });

  it('does not count looking again as a change', async () => {
    const registry = temporaryRegistry([KEY]);
    const server = await startTestServer(registry);
    const now = new Date();
    utimesSync(join(registry, 'skills'), now, now);
    writeFileSync(join(registry, 'skills', KEY, '.swap'), 'not ours');
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect((await list(server)).version).toBe(1);
    expect(server.status().generation).toBe(1);
  });

  it('answers 503 while its folder is away, and serves it again when it is back', async () => {
    const registry = temporaryRegistry([KEY]);
    const server = await startTestServer(registry);
    renameSync(registry, `${registry}-moved`);
    await eventually(
      () => server.get('/health'),
      ({ status }) => status === 503,
    );
    for (const path of [
      '/v1/skills',
      `/v1/skills/${KEY}`,
      '/v1/search?q=a',
      '/v1/find?q=a',
      '/v1/diagnostics',
    ]) {
      const answer = await server.get(path);
      expect(answer.status, path).toBe(503);
      expect(Object.keys(answer.json<object>())).toEqual(['error']);
    }
    expect((await server.get('/v1/status')).json<Status>().registry).toMatchObject({ available: false });
    renameSync(`${registry}-moved`, registry);
    await eventually(
      () => server.get('/health'),
      ({ status }) => status === 200,
    );
    expect(await keys(server)).toEqual([KEY]);
    writeFileSync(join(registry, 'skills', KEY, 'safety.md'), 'watched again\n');
    await eventually(
      () => section(server, 'safety'),
      (text) => text === 'watched again\n',
    );
  });

  it('follows a folder that is deleted and made anew', async () => {
    const registry = temporaryRegistry([KEY]);
    const server = await startTestServer(registry);
    rmSync(registry, { recursive: true });
    mkdirSync(registry);
    writeFiles(registry, skillFiles(`skills/${OTHER}`, OTHER));
    await eventually(
      () => server.get('/v1/skills'),
      ({ status, text }) => status === 200 && text.includes(OTHER) && !text.includes(KEY),
    );
  });

  it('sees edits behind a link to another folder of the registry', async () => {
    const registry = temporaryRegistry([OTHER]);
    writeFiles(registry, skillFiles('store/spdlog', KEY));
    mkdirSync(join(registry, 'skills/cpp/gabime'), { recursive: true });
    symlinkSync(join(registry, 'store/spdlog'), join(registry, 'skills/cpp/gabime/spdlog'));
    const server = await startTestServer(registry);
    writeFileSync(join(registry, 'store/spdlog/safety.md'), 'behind the quaggalink\n');
    await untilFound(server, 'quaggalink');
    expect(await section(server, 'safety')).toBe('behind the quaggalink\n');
  });
});

describe('readers while someone writes', () => {
  it('get no failure and no torn text', async () => {
    const registry = temporaryRegistry([KEY, OTHER]);
    const file = join(registry, 'skills', KEY, 'safety.md');
    const page = (round: number) => `round ${round}\n`.repeat(2_000 + (round % 7) * 500);
    writeFileSync(file, page(0));
    const server = await startTestServer(registry);
    let round = 0;
    let asked = 0;
    let isWriting = true;
    const writer = (async () => {
      // A slow machine answers less often in sixty rounds.
      while (round < 60 || asked <= 50) {
        round += 1;
        writeFileSync(`${file}.tmp`, page(round));
        renameSync(`${file}.tmp`, file);
        writeFiles(join(registry, 'skills', OTHER), {
          'skill.json': manifest(OTHER, { summary: `Round ${round}.` }),
        });
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      isWriting = false;
    })();
    const paths = [
      `/v1/skills/${KEY}/safety`,
      `/v1/skills/${KEY}`,
      '/v1/skills',
      '/v1/find?q=round',
      `/v1/skills/${OTHER}`,
    ];
    const reader = async () => {
      while (isWriting) {
        const path = paths[asked++ % paths.length] ?? '/health';
        const { status, text } = await server.get(path);
        expect(status, path).toBe(200);
        const safety = path.endsWith('/safety')
          ? text
          : path.endsWith(KEY)
            ? (JSON.parse(text) as FullSkill)._contents['safety.md']
            : undefined;
        if (safety !== undefined) expect(new Set(safety.trimEnd().split('\n')).size, path).toBe(1);
      }
    };
    await Promise.all([writer, ...Array.from({ length: 8 }, reader)]);
    await eventually(
      () => section(server, 'safety'),
      (text) => text === page(round),
    );
  });
});
