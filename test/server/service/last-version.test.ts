import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type {
  DiagnosticsResponse,
  RegistryIndex,
  SearchResponse,
} from '../../../src-server/contract/api/api.ts';
import { silentLogger } from '../../../src-server/contract/service/logger.ts';
import { createDiskReader } from '../../../src-server/registry/disk/disk-reader.ts';
import { readServedVersion } from '../../../src-server/registry/disk/read-served-version.ts';
import { createLastVersionStore } from '../../../src-server/service/last-version.ts';
import { startServer } from '../../../src-server/start-server.ts';
import {
  manifest,
  skillFiles,
  temporaryFolder,
  temporaryRegistry,
  writeFiles,
} from '../../support/temporary-registry.ts';
import { ask, eventually, isolateUserFolders, startTestServer } from '../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const OTHER = 'go/jackc/pgx';

/** Serves a registry until `use` is done; restarts share the user's folders of the test. */
async function serving<T>(
  registry: string,
  use: (list: () => Promise<RegistryIndex>, etag: () => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const server = await startServer({ registry, port: 0 });
  const get = () => ask(`${server.url}/v1/skills`);
  try {
    return await use(
      async () => (await get()).json<RegistryIndex>(),
      async () => (await get()).headers['etag'],
    );
  } finally {
    await server.close();
  }
}

describe('version and time of the list', () => {
  it('stay the same over a restart with an unchanged registry, tag included', async () => {
    isolateUserFolders();
    const registry = temporaryRegistry([KEY]);
    const [before, tag] = await serving(registry, async (list, etag) => {
      await list();
      writeFiles(registry, skillFiles(`skills/${OTHER}`, OTHER));
      return [await eventually(list, ({ skills }) => skills.length === 2), await etag()] as const;
    });
    expect(before.version).toBeGreaterThan(1);
    await serving(registry, async (list, etag) => {
      expect(await list()).toEqual(before);
      expect(await etag()).toBe(tag);
    });
  });

  it('go on from there where the registry changed meanwhile', async () => {
    isolateUserFolders();
    const registry = temporaryRegistry([KEY]);
    const before = await serving(registry, (list) => list());
    writeFiles(registry, skillFiles(`skills/${OTHER}`, OTHER));
    await serving(registry, async (list) => {
      const now = await list();
      expect(now.version).toBe(before.version + 1);
      expect(Date.parse(now.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
    });
  });

  it('go on where index.json broke, and what it said before is served no more after the restart', async () => {
    isolateUserFolders();
    const index = { schema: 'skills/v1', version: 5, updated_at: '2026-02-01T00:00:00Z' };
    const skills = [{ key: KEY, summary: 'Only index.json says so.' }];
    const registry = temporaryRegistry([KEY], { 'index.json': { ...index, skills } });
    const before = await serving(registry, async (list) => {
      await list();
      writeFileSync(join(registry, 'index.json'), '{ "skills": [');
      return eventually(list, ({ version }) => version > 5);
    });
    expect(before.skills[0]?.summary).toBe('Only index.json says so.');
    await serving(registry, async (list) => {
      const now = await list();
      expect(now.skills[0]?.summary).not.toBe('Only index.json says so.');
      expect(now.version).toBe(before.version + 1);
    });
  });

  it('are index.json’s where those are ahead', async () => {
    isolateUserFolders();
    const registry = temporaryRegistry([KEY]);
    await serving(registry, async (list) => expect((await list()).version).toBe(1));
    const index = { schema: 'skills/v1', version: 40, updated_at: '2026-06-01T00:00:00Z', skills: [] };
    writeFiles(registry, { 'index.json': index });
    await serving(registry, async (list) =>
      expect(await list()).toMatchObject({ version: 40, updated_at: '2026-06-01T00:00:00Z' }),
    );
  });
});

describe('what a skill says that was edited after index.json was written', () => {
  const index = {
    schema: 'skills/v1',
    version: 3,
    updated_at: '2026-05-01T00:00:00Z',
    skills: [{ key: KEY, version: '2.3.1', summary: 'An oldish thing.' }],
  };
  const edit = (registry: string) =>
    writeFiles(registry, {
      [`skills/${KEY}/skill.json`]: manifest(KEY, { version: '9.9.9', summary: 'A quokka.' }),
    });
  const isNew = ({ skills }: RegistryIndex) => skills[0]?.version === '9.9.9';

  it('shows at once in the list and in search, and index.json as what is behind', async () => {
    const registry = temporaryRegistry([KEY], { 'index.json': index });
    const server = await startTestServer(registry);
    const list = async () => (await server.get('/v1/skills')).json<RegistryIndex>();
    expect((await list()).skills[0]).toMatchObject({ version: '2.3.1' });
    edit(registry);
    expect((await eventually(list, isNew)).skills[0]).toMatchObject({ summary: 'A quokka.' });
    const { results } = (await server.get('/v1/search?q=quokka')).json<SearchResponse>();
    expect(results.map(({ key }) => key)).toEqual([KEY]);
    const { diagnostics } = (await server.get('/v1/diagnostics')).json<DiagnosticsResponse>();
    expect(diagnostics.map(({ code }) => code)).toContain('index-entry-stale');
  });

  it('stays over a restart, with the list’s version and time', async () => {
    isolateUserFolders();
    const registry = temporaryRegistry([KEY], { 'index.json': index });
    const before = await serving(registry, async (list) => {
      await list();
      edit(registry);
      return eventually(list, isNew);
    });
    await serving(registry, async (list) => expect(await list()).toEqual(before));
  });

  it('stays when a submission writes its own entry into index.json, and over a restart after it', async () => {
    isolateUserFolders();
    const registry = temporaryRegistry([KEY], { 'index.json': index });
    const entry = { key: OTHER, version: '1.0.0' };
    const before = await serving(registry, async (list) => {
      await list();
      edit(registry);
      await eventually(list, isNew);
      writeFiles(registry, skillFiles(`skills/${OTHER}`, OTHER));
      writeFiles(registry, {
        'index.json': { ...index, updated_at: '2026-06-01T00:00:00Z', skills: [...index.skills, entry] },
      });
      return eventually(list, ({ skills }) => skills.length === 2 && skills[1]?.version === '1.0.0');
    });
    expect(before.skills[0]).toMatchObject({ version: '9.9.9' });
    await serving(registry, async (list) => expect(await list()).toEqual(before));
  });
});

const usable = { version: 8, updatedAt: '2026-03-04T05:06:07Z', revision: 'abc' };

describe('what was kept of the last version', () => {
  it('is read at the next start', async () => {
    const file = join(temporaryFolder({ 'kept.json': usable }), 'kept.json');
    expect(readServedVersion(createDiskReader(), file)).toEqual(usable);
  });

  it.each<readonly [string, string]>([
    ['no JSON', '{"version":8'],
    ['no object', '8'],
    ['null', 'null'],
    ['of no version', JSON.stringify({ ...usable, version: undefined })],
    ['of a version that nothing can follow', JSON.stringify({ ...usable, version: Number.MAX_SAFE_INTEGER })],
    ['of a part of a version', JSON.stringify({ ...usable, version: 1.5 })],
    ['of no time', JSON.stringify({ ...usable, updatedAt: 'yesterday' })],
    ['with edits that are none', JSON.stringify({ ...usable, edited: { [KEY]: 1 } })],
    ['with a list of edits', JSON.stringify({ ...usable, edited: [KEY] })],
    ['without a revision', JSON.stringify({ ...usable, revision: 1 })],
    ['larger than it can be', JSON.stringify({ ...usable, more: 'x'.repeat(300_000) })],
  ])('counts for nothing where it is %s', async (_what, text) => {
    const file = join(temporaryFolder({ 'kept.json': text }), 'kept.json');
    expect(readServedVersion(createDiskReader(), file)).toBeUndefined();
  });

  it('is believed where its time is yet to come, for a list never goes back, whatever the clock does', async () => {
    const ahead = { ...usable, updatedAt: '2999-01-01T00:00:00Z' };
    const file = join(temporaryFolder({ 'kept.json': ahead }), 'kept.json');
    expect(readServedVersion(createDiskReader(), file)).toEqual(ahead);
  });

  it('counts for nothing where it is a link, a folder, or not there', async () => {
    const folder = temporaryFolder({ 'kept.json': usable });
    symlinkSync('kept.json', join(folder, 'link.json'));
    mkdirSync(join(folder, 'folder.json'));
    for (const name of ['link.json', 'folder.json', 'none.json'])
      expect(readServedVersion(createDiskReader(), join(folder, name))).toBeUndefined();
  });

  it('is written at the end, in a folder that is made for it', async () => {
    const file = join(temporaryFolder(), 'version', 'kept.json');
    const lastVersion = createLastVersionStore({ file, logger: silentLogger, delayMs: 1e6 });
    lastVersion.served(usable);
    expect(existsSync(file)).toBe(false);
    await lastVersion.close();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(usable);
  });

  it('is written while the service runs, too', async () => {
    const file = join(temporaryFolder(), 'kept.json');
    const lastVersion = createLastVersionStore({ file, logger: silentLogger, delayMs: 1 });
    lastVersion.served(usable);
    expect(await eventually(() => existsSync(file), Boolean)).toBe(true);
    await lastVersion.close();
  });

  it('is not written anew for the same version', async () => {
    const file = join(temporaryFolder(), 'kept.json');
    const lastVersion = createLastVersionStore({ file, logger: silentLogger, delayMs: 1e6 });
    lastVersion.served(usable);
    await lastVersion.close();
    rmSync(file);
    lastVersion.served({ ...usable });
    await lastVersion.close();
    expect(existsSync(file)).toBe(false);
  });

  it('is skipped without effect if writing fails', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    const warnings: string[] = [];
    const logger = { ...silentLogger, warn: (message: string) => void warnings.push(message) };
    const lastVersion = createLastVersionStore({ file: join(folder, 'file', 'kept.json'), logger });
    lastVersion.served(usable);
    await lastVersion.close();
    expect(warnings).toEqual([expect.stringContaining('may go back at the next start')]);
  });
});

describe('what was kept of registries', () => {
  const name = (digit: string) => `${digit.repeat(32)}.json`;
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1_000);

  it('goes once nobody served them for a year, and nothing else does', async () => {
    const others = [name('a'), name('b'), 'mine.json', 'notes.txt'];
    const folder = temporaryFolder(Object.fromEntries(others.map((file) => [file, '{}'])));
    for (const file of others) utimesSync(join(folder, file), daysAgo(366), daysAgo(366));
    utimesSync(join(folder, name('b')), daysAgo(364), daysAgo(364));
    const last = createLastVersionStore({ file: join(folder, name('c')), logger: silentLogger });
    last.served(usable);
    await last.close();
    expect(readdirSync(folder).sort()).toEqual([name('b'), name('c'), 'mine.json', 'notes.txt']);
  });

  it('counts from when it was served last, changed or not', async () => {
    const file = join(temporaryFolder({ [name('a')]: '{}' }), name('a'));
    utimesSync(file, daysAgo(364), daysAgo(364));
    readServedVersion(createDiskReader(), file);
    expect(statSync(file).mtimeMs).toBeGreaterThan(daysAgo(1).getTime());
  });
});
