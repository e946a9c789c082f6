import {
  cpSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FullSkill, RegistryIndex, Status } from '../../../src-server/contract/api/api.ts';
import { silentLogger } from '../../../src-server/contract/service/logger.ts';
import { diskHere } from '../../../src-server/registry/disk/open-disk.ts';
import type { RegistryDisk } from '../../../src-server/registry/disk/registry-disk.ts';
import { openLiveRegistry } from '../../../src-server/registry/live-registry.ts';
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

describe('a registry whose folders are watched after something else', () => {
  it('shows then what changed meanwhile', async () => {
    const root = temporaryRegistry([KEY]);
    const asked: string[] = [];
    const here = diskHere();
    const disk: RegistryDisk = {
      ...here,
      async follow(options, events) {
        const follower = await here.follow(options, events);
        const watchFolders = () => {
          asked.push('watch');
          return follower.watchFolders();
        };
        return { ...follower, watchFolders };
      },
    };
    let goOn = () => {};
    const live = openLiveRegistry({
      location: { root, skillsFolder: 'skills', layout: 'registry' },
      disk,
      watch: 'events',
      scanIntervalMs: 0,
      logger: silentLogger,
    });
    onTestFinished(() => live.close());
    const watchAfter = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await live.listen({ onSnapshot() {}, onChecked() {}, onChange() {}, watchAfter });
    writeFiles(root, skillFiles(`skills/${OTHER}`, OTHER));
    expect([...live.snapshot().skills.keys(), ...asked]).toEqual([KEY]);
    goOn();
    await eventually(
      () => [...live.snapshot().skills.keys()],
      (served) => served.includes(OTHER),
    );
    expect(asked).toEqual(['watch']);
  });
});

describe('a registry that is read and can’t be taken in', () => {
  it('is not opened, and the log says why', async () => {
    const errors: unknown[] = [];
    const live = openLiveRegistry({
      location: { root: temporaryRegistry([KEY]), skillsFolder: 'skills', layout: 'registry' },
      disk: diskHere(),
      watch: 'off',
      scanIntervalMs: 0,
      logger: { ...silentLogger, error: (message, details) => void errors.push([message, details]) },
    });
    const onSnapshot = () => {
      throw new Error('a defect');
    };
    await expect(live.listen({ onSnapshot, onChecked() {}, onChange() {} })).rejects.toThrow(
      'could not be taken in',
    );
    expect(errors).toEqual([['Picking up changes failed.', { error: 'Error: a defect' }]]);
  });
});

describe('a registry that nobody listens to yet', () => {
  const options = { watch: 'off', scanIntervalMs: 0, logger: silentLogger } as const;
  const locationOf = (root: string) => ({ root, skillsFolder: 'skills', layout: 'registry' }) as const;

  it('is read, and whoever listens is told of all of it, once', async () => {
    const disk = diskHere();
    let follows = 0;
    const follow: typeof disk.follow = (...asked) => {
      follows += 1;
      return disk.follow(...asked);
    };
    const location = locationOf(temporaryRegistry([KEY, OTHER]));
    const live = openLiveRegistry({ ...options, location, disk: { ...disk, follow } });
    onTestFinished(() => live.close());
    await eventually(
      () => live.latest.generation,
      (generation) => generation === 1,
    );
    const told: unknown[] = [];
    const onSnapshot = (_: unknown, { changed }: { readonly changed: readonly string[] }) =>
      told.push(changed);
    await live.listen({ onSnapshot, onChecked() {}, onChange: () => told.push('change') });
    expect(told).toEqual([[KEY, OTHER]]);
    expect(follows).toBe(1);
  });

  it('tells whoever listens why it could not be read', async () => {
    const disk = { ...diskHere(), follow: () => Promise.reject(new Error('a defect')) };
    const live = openLiveRegistry({ ...options, location: locationOf('/registry'), disk });
    await expect(live.listen({ onSnapshot() {}, onChecked() {}, onChange() {} })).rejects.toThrow('a defect');
    await live.close();
  });
});

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

  it('follows folders that were swapped, below them too', async () => {
    const registry = temporaryRegistry([KEY]);
    const server = await startTestServer(registry);
    const folder = join(registry, 'skills/cpp/gabime');
    cpSync(folder, `${registry}-copy`, { recursive: true });
    renameSync(folder, `${registry}-former`);
    renameSync(`${registry}-copy`, folder);
    await new Promise((resolve) => setTimeout(resolve, 300));
    writeFileSync(join(folder, 'spdlog/examples/basic.txt'), 'quaggaswapped\n');
    await untilFound(server, 'quaggaswapped');
    expect(await section(server, 'examples/basic.txt')).toBe('quaggaswapped\n');
    rmSync(`${registry}-former`, { recursive: true });
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

  it('loses no change in a flood of changes', async () => {
    const many = Array.from({ length: 1_200 }, (_, index) => `go/author/name-${index}`);
    const registry = temporaryRegistry(many);
    const server = await startTestServer(registry);
    // A word of its own for each: a find that all of them match costs more than the flood.
    const word = (key: string) =>
      `quagga${key.replace(/\D/g, '').replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`;
    for (const key of many) writeFileSync(join(registry, 'skills', key, 'safety.md'), `${word(key)}\n`);
    for (const key of [many[0] ?? '', many[599] ?? '', many.at(-1) ?? '']) {
      await eventually(
        async () =>
          (await server.get(`/v1/find?q=${word(key)}&limit=1`)).json<{ results: { key: string }[] }>()
            .results,
        ([first]) => first?.key === key,
      );
      expect((await server.get(`/v1/skills/${key}/safety`)).text).toBe(`${word(key)}\n`);
    }
  });

  it('keeps the objects of skills that did not change', async () => {
    const registry = temporaryRegistry([KEY, OTHER]);
    const server = await startTestServer(registry);
    const etag = (await server.get(`/v1/skills/${OTHER}`)).headers.etag;
    writeFileSync(join(registry, 'skills', KEY, 'safety.md'), 'x\n');
    await eventually(
      () => section(server, 'safety'),
      (text) => text === 'x\n',
    );
    expect((await server.get(`/v1/skills/${OTHER}`)).headers.etag).toBe(etag);
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

describe('a registry that is not watched', () => {
  it('gives no file that came in the place of a large one', async () => {
    const registry = temporaryRegistry([KEY]);
    const outside = join(temporaryFolder({ 'secret.md': 'TOP-SECRET' }), 'secret.md');
    const file = join(registry, 'skills', KEY, 'safety.md');
    truncateSync(file, 17 * 1024 * 1024);
    const server = await startTestServer(registry, { watch: false });
    rmSync(file);
    symlinkSync(outside, file);
    const answer = await server.get(`/v1/skills/${KEY}/safety`);
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain('TOP-SECRET');
  });

  it('never answers with an outdated text: scans again first', async () => {
    const registry = temporaryRegistry([KEY]);
    const server = await startTestServer(registry, { watch: false });
    writeFileSync(join(registry, 'skills', KEY, 'safety.md'), 'changed before it was asked for\n');
    expect(await section(server, 'safety')).toBe('changed before it was asked for\n');
    expect((await list(server)).version).toBe(2);
  });

  it('answers 404 for a file that vanished before it was asked for', async () => {
    const registry = temporaryRegistry([KEY]);
    const server = await startTestServer(registry, { watch: false });
    rmSync(join(registry, 'skills', KEY, 'safety.md'));
    expect((await server.get(`/v1/skills/${KEY}/safety`)).status).toBe(404);
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
