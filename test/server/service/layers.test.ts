import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  DiagnosticsResponse,
  FindResponse,
  FullSkill,
  RegistryIndex,
  SearchResponse,
  Status,
} from '../../../src-server/contract/api.ts';
import type { Diagnostic } from '../../../src-server/contract/diagnostic.ts';
import { skillFiles, temporaryFolder, writeFiles } from '../../support/temporary-registry.ts';
import { eventually, startTestServer, type TestServer } from '../../support/test-server.ts';

const KEYS = ['cpp/a/one', 'cpp/a/ONE', 'go/b/two', 'js/c/three'];
const LAYERS = ['upper', 'middle', 'lower'];
const FINDS = ['alpha', 'betta gamma', 'delt'];

/** What an author may write in one layer. */
const written = fc.record({
  words: fc.array(fc.constantFrom('alpha', 'beta', 'gamma', 'delta'), { minLength: 1, maxLength: 5 }),
  trust: fc.constantFrom(50, 70, 'much'),
  depends: fc.subarray([...KEYS, 'no/such/one']),
  claims: fc.constantFrom({}, { _registry: 'forged', _shadows: ['forged'] }),
});
const edit = fc.record({
  layer: fc.nat(LAYERS.length - 1),
  key: fc.constantFrom(...KEYS),
  skill: fc.option(written, { nil: undefined }),
});

type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function filesOf(key: string, { words, trust, depends, claims }: NonNullable<Edit['skill']>) {
  const fields = {
    summary: `All of ${words[0]}.`,
    trust_score: trust,
    dependencies: { skills: depends },
    ...claims,
  };
  return {
    ...skillFiles(`skills/${key}`, key, fields),
    [`skills/${key}/overview.md`]: `# Overview\n\n${words.join(' ')}\n`,
  };
}

/** Three registries, and the plain folder that they amount to. */
class LayeredFolders {
  readonly home = temporaryFolder({ 'plain/skills/.keep': '' });
  readonly #skills = LAYERS.map(() => new Map<string, NonNullable<Edit['skill']>>());

  constructor() {
    for (const layer of LAYERS) mkdirSync(join(this.home, layer, 'skills'), { recursive: true });
  }

  get roots(): readonly string[] {
    return LAYERS.map((layer) => join(this.home, layer));
  }

  get plain(): string {
    return join(this.home, 'plain');
  }

  layersOf(key: string): readonly string[] {
    return LAYERS.filter((_, place) => this.#skills[place]?.has(key));
  }

  sizes(): readonly number[] {
    return this.#skills.map(({ size }) => size);
  }

  make({ layer, key, skill }: Edit): void {
    const root = this.roots[layer] ?? '';
    if (skill === undefined) this.#skills[layer]?.delete(key);
    else this.#skills[layer]?.set(key, skill);
    replace(root, key, skill);
    const winner = this.#skills.find((skills) => skills.has(key))?.get(key);
    replace(this.plain, key, winner);
  }
}

function replace(root: string, key: string, skill: Edit['skill']): void {
  rmSync(join(root, 'skills', key), { recursive: true, force: true });
  if (skill !== undefined) writeFiles(root, filesOf(key, skill));
}

function withoutLayer<T extends object>(answer: T): T {
  const { _registry, _shadows, ...rest } = answer as T & { _registry?: unknown; _shadows?: unknown };
  return rest as unknown as T;
}

const isPlain = ({ code }: Diagnostic) => code !== 'skill-shadowed' && code !== 'registry-empty';

async function diagnosticsOf(service: TestServer): Promise<readonly Diagnostic[]> {
  const { diagnostics } = await eventually(
    async () => (await service.get('/v1/diagnostics?fresh=1')).json<DiagnosticsResponse>(),
    ({ checking }) => checking === undefined,
  );
  return diagnostics;
}

/** All answers, without what only layers have. */
async function answersOf(service: TestServer, isClaimed: boolean) {
  const own = <T extends object>(answer: T) => (isClaimed ? answer : withoutLayer(answer));
  const found = (await diagnosticsOf(service)).filter(isPlain);
  await service.status();
  const list = (await service.get('/v1/skills')).json<RegistryIndex>();
  const get = async <T>(path: string) => (await service.get(path)).json<T>();
  const finds = await Promise.all(
    FINDS.flatMap((q) => [`/v1/find?q=${q}`, `/v1/find?q=${q}&explain=1`]).map((path) =>
      get<FindResponse>(path),
    ),
  );
  const searches = await Promise.all(FINDS.map((q) => get<SearchResponse>(`/v1/search?q=${q}`)));
  const skills = await Promise.all(list.skills.map(({ key }) => get<FullSkill>(`/v1/skills/${key}`)));
  return {
    list: list.skills.map(own).map(withoutLayer),
    skills: skills.map(own).map(withoutLayer),
    finds: finds.map(({ results, ...rest }) => ({ ...rest, results: results.map(withoutLayer) })),
    searches: searches.map(({ results }) => results.map(withoutLayer)),
    diagnostics: found.map(({ registry: _, ...rest }) => rest),
  };
}

const indexed = (service: TestServer) =>
  eventually(
    async () => (await service.get('/v1/status')).json<Status>().index.findMs,
    (findMs) => findMs !== undefined,
  );

describe('several registries in layers', () => {
  it('equal a plain merge, with each key by its uppermost layer, also after edits in any layer', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { minLength: 1, maxLength: 6 }),
        fc.array(edit, { maxLength: 4 }),
        async (before, later) => {
          const folders = new LayeredFolders();
          for (const one of before) folders.make(one);
          const layers = folders.roots.map((folder) => ({ folder }));
          const options = { watch: 'off', scanIntervalMs: 0 } as const;
          const [layered, plain] = await Promise.all([
            startTestServer(folders.roots[0] ?? '', { layers, ...options }),
            startTestServer(folders.plain, options),
          ]);
          try {
            await expectSame(layered, plain, folders);
            for (const one of later) folders.make(one);
            await expectSame(layered, plain, folders);
          } finally {
            await Promise.all([layered.close(), plain.close()]);
          }
        },
      ),
      { numRuns: 12 },
    );
  }, 120_000);
});

async function expectSame(layered: TestServer, plain: TestServer, folders: LayeredFolders): Promise<void> {
  await Promise.all([diagnosticsOf(layered), diagnosticsOf(plain)]);
  await Promise.all([indexed(layered), indexed(plain)]);
  expect(await answersOf(layered, false)).toEqual(await answersOf(plain, true));
  const { skills } = (await layered.get('/v1/skills')).json<RegistryIndex>();
  const named = skills.map(({ key, _registry, _shadows = [] }) => [key, [_registry, ..._shadows]]);
  expect(named).toEqual(skills.map(({ key }) => [key, folders.layersOf(key)]));
  const shadowed = (await diagnosticsOf(layered)).filter(({ code }) => code === 'skill-shadowed');
  const told = shadowed.map(({ skillKey, registry }) => `${registry} ${skillKey}`).sort();
  const lower = skills.flatMap(({ key, _shadows = [] }) => _shadows.map((name) => `${name} ${key}`)).sort();
  expect(told).toEqual(lower);
  const { registries = [] } = layered.status();
  expect(registries.map(({ skills: count }) => count)).toEqual(folders.sizes());
  expect(registries.map(({ shadowed: count }) => count)).toEqual(
    LAYERS.map((layer) => lower.filter((line) => line.startsWith(`${layer} `)).length),
  );
}
