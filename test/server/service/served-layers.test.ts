import { existsSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sampleRegistry } from '../../../src-server/built-files.ts';
import type { AddedRegistry } from '../../../src-server/contract/added-registries.ts';
import type {
  DiagnosticsResponse,
  FindResponse,
  FullSkill,
  RegistryIndex,
  SearchResponse,
  ServedLayer,
} from '../../../src-server/contract/api.ts';
import { askServers } from '../../../src-server/discovery/find-services.ts';
import { userFolders } from '../../../src-server/platform/files.ts';
import { openRegistryStore, REGISTRY_LIST } from '../../../src-server/registries/registry-store.ts';
import type { ServerOptions } from '../../../src-server/service/server-options.ts';
import { startServer } from '../../../src-server/service/start-server.ts';
import { connectOverHttp, textOf } from '../../support/mcp-client.ts';
import {
  skillFiles,
  temporaryFolder,
  temporaryRegistry,
  writeFiles,
} from '../../support/temporary-registry.ts';
import { ask, eventually, isolateUserFolders, startTestServer } from '../../support/test-server.ts';
import { validSkill } from '../../support/valid-skill.ts';

const SPDLOG = 'cpp/gabime/spdlog';
const PGX = 'go/jackc/pgx';
const HIREDIS = 'cpp/redis/hiredis';
const TOKIO = 'rust/tokio-rs/tokio';
const COMMITS = ['a', 'b'].map((digit) => digit.repeat(40)) as [string, string];

/** A folder of this name with these skills, each with a word of its own in overview.md. */
function registryNamed(name: string, keys: readonly string[], word = name): string {
  const files = keys.map((key) =>
    skillFiles(`${name}/skills/${key}`, key, {}, { 'overview.md': `# Overview\n\nThe ${word} knows.\n` }),
  );
  return join(temporaryFolder(Object.assign({}, ...files)), name);
}

function added(name: string, commit: string): AddedRegistry {
  return {
    ...{ name, commit, address: `https://git.example.com/${name}`, folder: null, ref: null },
    ...{ follow: false, pinned: false, skills: 1, checked_at: '2026-11-25T21:06:20.271Z', error: null },
    update: null,
  };
}

/** Adds or updates a registry as the command does, without a server to fetch from. */
async function place(name: string, commit: string, keys: readonly string[], word = name): Promise<void> {
  const overview = { 'overview.md': `# Overview\n\nThe ${word} knows.\n` };
  const files = keys.map((key) => skillFiles(`${name}/skills/${key}`, key, {}, overview));
  const path = temporaryFolder(Object.assign({ commit }, ...files));
  const facts = { commit, date: null, files: {}, skills: {}, skipped: [], bytes: 0 };
  const rest = (all: readonly AddedRegistry[]) => all.filter((one) => one.name !== name);
  const store = openRegistryStore(userFolders().data);
  await store.change((all) => [...rest(all), added(name, commit)], { name, path, facts });
}

async function serve(options: Partial<ServerOptions>) {
  const server = await startServer({ registry: sampleRegistry(), port: 0, ...options });
  onTestFinished(() => server.close());
  return { ...server, get: (path: string) => ask(`${server.url}${path}`) };
}

type Served = Awaited<ReturnType<typeof serve>>;

const listOf = async (server: Served) => (await server.get('/v1/skills')).json<RegistryIndex>();
const registriesOf = async (server: Served) =>
  (await listOf(server)).skills.map(({ key, _registry }) => `${key} ${_registry ?? '-'}`);
const layersOf = (server: Served): readonly ServedLayer[] => server.status().registries ?? [];
const namesOf = (server: Served) => layersOf(server).map(({ name }) => name);
const diagnosticsOf = async (server: Served) =>
  (await server.get('/v1/diagnostics')).json<DiagnosticsResponse>().diagnostics;

describe('a service of several layers', () => {
  it('names the registry of each skill, and what it shadows', async () => {
    isolateUserFolders();
    const [upper, lower] = [registryNamed('upper', [SPDLOG]), registryNamed('lower', [SPDLOG, PGX])];
    const server = await serve({ registry: upper, layers: [{ folder: upper }, { folder: lower }] });
    const { skills } = await listOf(server);
    expect(skills.map(({ key, _registry, _shadows }) => [key, _registry, _shadows])).toEqual([
      [SPDLOG, 'upper', ['lower']],
      [PGX, 'lower', undefined],
    ]);
    const skill = (await server.get(`/v1/skills/${SPDLOG}`)).json<FullSkill>();
    expect([skill._registry, skill._shadows]).toEqual(['upper', ['lower']]);
    expect(skill._contents['overview.md']).toContain('The upper knows');
    expect((await server.get(`/v1/skills/${PGX}/overview`)).text).toContain('The lower knows');
    const { results: searched } = (await server.get('/v1/search?q=pgx')).json<SearchResponse>();
    expect(searched.map(({ key, _registry }) => [key, _registry])).toEqual([[PGX, 'lower']]);
    const { results: found } = (await server.get('/v1/find?q=knows')).json<FindResponse>();
    expect(found.map(({ key, _registry }) => [key, _registry])).toEqual([
      [SPDLOG, 'upper'],
      [PGX, 'lower'],
    ]);
    expect(layersOf(server)).toEqual([
      { name: 'upper', path: upper, skills: 1, shadowed: 0, state: 'ready' },
      { name: 'lower', path: lower, skills: 2, shadowed: 1, state: 'ready' },
    ]);
  });

  it('names the registry in the head of what an agent reads', async () => {
    isolateUserFolders();
    const [upper, lower] = [registryNamed('upper', [SPDLOG]), registryNamed('lower', [SPDLOG, PGX])];
    const { url } = await serve({ layers: [{ folder: upper }, { folder: lower }] });
    const client = await connectOverHttp(url, 'modern');
    const call = async (name: string, args: Record<string, string>) =>
      textOf((await client.callTool({ name, arguments: args })) as { content: object[] });
    expect(await call('get_skill', { path: PGX })).toContain(`${PGX} · registry lower · `);
    expect(await call('get_section', { path: SPDLOG, section: 'safety' })).toContain('registry upper');
  });

  it('gives folders of the same name names of their own', async () => {
    isolateUserFolders();
    await place('team', COMMITS[0], [PGX]);
    const folders = [registryNamed('team', [SPDLOG]), registryNamed('team', [TOKIO])];
    const layers = [...folders.map((folder) => ({ folder })), { added: 'team' }];
    expect(namesOf(await serve({ layers }))).toEqual(['team-2', 'team-3', 'team']);
  });

  it('tells the lines of a problem in the file of its own layer', async () => {
    isolateUserFolders();
    const [upper, lower] = [registryNamed('upper', [SPDLOG]), registryNamed('lower', [PGX])];
    const manifest = `skills/${PGX}/skill.json`;
    writeFiles(lower, { [manifest]: '{\n  "name": "pgx",\n  "tier": "core"\n}\n' });
    const server = await serve({ layers: [{ folder: upper }, { folder: lower }] });
    const found = (await diagnosticsOf(server)).find(({ pointer }) => pointer === '/tier');
    expect([found?.registry, found?.file, found?.line]).toEqual(['lower', manifest, 3]);
  });

  it('stores a submission in the uppermost folder', async () => {
    isolateUserFolders();
    await place('team', COMMITS[0], [SPDLOG]);
    const [upper, lower] = [registryNamed('upper', [PGX]), registryNamed('lower', [PGX])];
    const layers = [{ added: 'team' }, { folder: upper }, { folder: lower }];
    const server = await serve({ layers, allowSubmit: true });
    const { manifest, files } = validSkill(HIREDIS);
    const post = (skill: object) =>
      ask(`${server.url}/v1/skills`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ skill, files }),
      });
    expect((await post(manifest)).status).toBe(201);
    expect(existsSync(join(upper, 'skills', HIREDIS, 'skill.json'))).toBe(true);
    expect(await registriesOf(server)).toContain(`${HIREDIS} upper`);
    const taken = await post({ ...manifest, repo: 'gabime/spdlog', name: 'spdlog' });
    expect([taken.status, taken.json()]).toEqual([409, { error: `Skill '${SPDLOG}' exists already.` }]);
  });

  it('takes no submission where all layers are read-only', async () => {
    isolateUserFolders();
    await place('team', COMMITS[0], [SPDLOG]);
    const server = await serve({ layers: [{ added: 'team' }], allowSubmit: true });
    expect(server.status().submissions).toBe(false);
    const { manifest, files } = validSkill(TOKIO);
    const answer = await ask(`${server.url}/v1/skills`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ skill: manifest, files }),
    });
    expect(answer.status).toBe(403);
    expect(answer.json<{ error: string }>().error).toContain('read-only');
  });

  it('goes on with the last skills of a layer that is lost', async () => {
    isolateUserFolders();
    const [upper, lower] = [registryNamed('upper', [SPDLOG]), registryNamed('lower', [PGX])];
    const server = await serve({ layers: [{ folder: upper }, { folder: lower }] });
    renameSync(upper, `${upper}-away`);
    await eventually(
      () => layersOf(server).map(({ state }) => state),
      ([state]) => state === 'failed',
    );
    expect(await registriesOf(server)).toEqual([`${SPDLOG} upper`, `${PGX} lower`]);
    expect(await diagnosticsOf(server)).toContainEqual(
      expect.objectContaining({ code: 'unreadable-kept', registry: 'upper' }),
    );
    writeFiles(lower, skillFiles(`skills/${TOKIO}`, TOKIO));
    await eventually(
      () => registriesOf(server),
      (served) => served.includes(`${TOKIO} lower`),
    );
    renameSync(`${upper}-away`, upper);
    await eventually(
      () => layersOf(server).map(({ state }) => state),
      ([state]) => state === 'ready',
    );
    expect((await diagnosticsOf(server)).map(({ code }) => code)).not.toContain('unreadable-kept');
  });
});

describe('a service of the added registries', () => {
  it('follows the list, from the sample on', async () => {
    isolateUserFolders();
    const server = await serve({ layers: [{ allAdded: true }] });
    expect(server.status().registry.sample).toBe(true);
    const until = (names: readonly string[]) =>
      eventually(
        () => namesOf(server),
        (served) => JSON.stringify(served) === JSON.stringify(names),
      );
    let { version } = await listOf(server);
    const expectNewVersion = async () => {
      const before = version;
      ({ version } = await listOf(server));
      expect(version).toBeGreaterThan(before);
    };
    await place('one', COMMITS[0], [SPDLOG, PGX]);
    await until(['one']);
    expect(await registriesOf(server)).toEqual([`${SPDLOG} -`, `${PGX} -`]);
    expect(server.status().registry.sample).toBe(undefined);
    const found = await eventually(
      async () => (await askServers(userFolders().data)).answering,
      ([one]) => one?.file.registry === server.status().registry.path,
    );
    expect(found).toHaveLength(1);
    await expectNewVersion();
    await place('two', COMMITS[0], [SPDLOG]);
    await until(['one', 'two']);
    expect(await registriesOf(server)).toEqual([`${SPDLOG} one`, `${PGX} one`]);
    await expectNewVersion();
    const store = openRegistryStore(userFolders().data);
    await store.change((all) => all.toReversed());
    await until(['two', 'one']);
    expect(await registriesOf(server)).toEqual([`${SPDLOG} two`, `${PGX} one`]);
    expect((await server.get(`/v1/skills/${SPDLOG}/overview`)).text).toContain('The two knows');
    await expectNewVersion();
    await store.change((all) => all.filter(({ name }) => name === 'two'));
    await until(['two']);
    expect(await registriesOf(server)).toEqual([`${SPDLOG} -`]);
    await expectNewVersion();
    await store.change(() => []);
    await eventually(
      () => server.status().registry.sample,
      (isSample) => isSample === true,
    );
  });

  it('follows the others where the copy of one can’t be made ready', async () => {
    isolateUserFolders();
    await place('one', COMMITS[0], [SPDLOG]);
    await place('two', COMMITS[0], [PGX]);
    const server = await serve({ layers: [{ allAdded: true }] });
    expect(namesOf(server)).toEqual(['one', 'two']);
    const { folder } = openRegistryStore(userFolders().data);
    const registries = ['broken', 'two', 'one'].map((name) => added(name, COMMITS[0]));
    writeFiles(folder, { 'copies/broken': 'no folder', [REGISTRY_LIST]: { schema: 1, registries } });
    await eventually(
      () => namesOf(server),
      ([first]) => first === 'two',
    );
    expect(namesOf(server)).toEqual(['two', 'one']);
    await rm(join(folder, 'copies/broken'));
    writeFiles(folder, skillFiles(`copies/broken/current/broken/skills/${TOKIO}`, TOKIO));
    await eventually(
      () => namesOf(server),
      ([first]) => first === 'broken',
    );
  });

  it('serves an update once it is taken, beside the other layers', async () => {
    isolateUserFolders();
    await place('team', COMMITS[0], [SPDLOG], 'former');
    const own = registryNamed('own', [PGX]);
    const server = await serve({ registry: own, layers: [{ folder: own }, { allAdded: true }] });
    const described = {
      ...{ name: 'team', address: 'https://git.example.com/team', skills: 1, shadowed: 0 },
      ...{ state: 'ready', checked_at: '2026-11-25T21:06:20.271Z' },
    };
    expect(layersOf(server)[1]).toEqual({ ...described, commit: COMMITS[0] });
    await place('team', COMMITS[1], [SPDLOG, TOKIO], 'latter');
    await eventually(
      () => registriesOf(server),
      (served) => served.includes(`${TOKIO} team`),
    );
    expect((await server.get(`/v1/skills/${SPDLOG}/overview`)).text).toContain('The latter knows');
    await eventually(
      () => layersOf(server)[1],
      (layer) => layer?.commit === COMMITS[1] && layer.skills === 2,
    );
    const { results } = await eventually(
      async () => (await server.get('/v1/find?q=latter')).json<FindResponse>(),
      (found) => found.results.length === 2,
    );
    expect(results.map(({ _registry }) => _registry)).toEqual(['team', 'team']);
  });
});

describe('a single layer', () => {
  it('answers byte for byte as a registry alone', async () => {
    const root = temporaryRegistry([SPDLOG, PGX], {
      'index.json': {
        ...{ schema: 'skills/v1', version: 6, updated_at: '2026-01-01T00:00:00Z' },
        skills: [{ key: PGX, _registry: 'own', _shadows: ['x'] }],
      },
      [`skills/${TOKIO}/skill.json`]: '{ "name": "tokio", "_registry": "own", "_shadows": ["x"] }',
    });
    const [alone, layered] = await Promise.all(
      [{}, { layers: [{ folder: root }] }].map((options) => startTestServer(root, options)),
    );
    const paths = [
      ...['/health', '/v1/skills', '/v1/search?q=pgx', '/v1/find?q=about', '/v1/find?q=about&explain=1'],
      ...[SPDLOG, TOKIO, 'no/such/one'].map((key) => `/v1/skills/${key}`),
      ...['/v1/resolve?q=pgx', '/v1/diagnostics'],
    ];
    const settled = async (server: typeof alone) =>
      eventually(
        async () => (await server?.get('/v1/diagnostics'))?.json<DiagnosticsResponse>(),
        (answer) => answer?.checking === undefined,
      );
    await Promise.all([settled(alone), settled(layered)]);
    for (const path of paths) {
      const [one, other] = await Promise.all([alone?.get(path), layered?.get(path)]);
      expect(other?.text, path).toBe(one?.text);
      expect(other?.headers.etag, path).toBe(one?.headers.etag);
    }
    for (const path of ['/v1/skills', `/v1/skills/${PGX}`, `/v1/skills/${TOKIO}`])
      expect((await layered?.get(path))?.text, path).not.toContain('"_registry"');
    expect(layered?.status().registries).toEqual(alone?.status().registries);
  });
});
