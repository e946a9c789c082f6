/** Whatever is edited while a service runs, it ends in what a fresh start gives. */
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DiagnosticsResponse, FullSkill, RegistryIndex } from '../../../src-server/contract/api.ts';
import { skillFiles, temporaryFolder, writeFiles } from '../../support/temporary-registry.ts';
import { eventually, startTestServer, type TestServer } from '../../support/test-server.ts';

const KEYS = ['cpp/a/one', 'cpp/a/ONE', 'go/b/two', 'js/c/three'];
const key = fc.constantFrom(...KEYS);
const word = fc.constantFrom('alpha', 'beta', 'gamma');

/** A step, and how it is made in the folder of a registry. */
const step = fc.oneof(
  fc.record({ do: fc.constant('write' as const), key, word }),
  fc.record({ do: fc.constant('text' as const), key, word }),
  fc.record({ do: fc.constant('draft' as const), key }),
  fc.record({ do: fc.constant('rename' as const), key, to: key }),
  fc.record({ do: fc.constant('remove' as const), key }),
  fc.record({ do: fc.constant('link' as const), key, leadsOut: fc.boolean() }),
  fc.record({ do: fc.constant('index' as const), keys: fc.subarray([...KEYS, 'no/such/one']) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function make(root: string, edit: Step): void {
  if (edit.do === 'index') {
    const skills = edit.keys.map((listed) => ({ key: listed, name: listed, language: 'go' }));
    const index = { schema: 'skills/v1', version: 3, updated_at: '2026-01-01T00:00:00Z', skills };
    writeFileSync(join(root, 'index.json'), JSON.stringify(index));
    return;
  }
  const folder = join(root, 'skills', edit.key);
  const file = join(folder, 'pitfalls.md');
  switch (edit.do) {
    case 'write':
      writeFiles(root, skillFiles(`skills/${edit.key}`, edit.key, { summary: `All of ${edit.word}.` }));
      return;
    case 'remove':
      rmSync(folder, { recursive: true, force: true });
      return;
    case 'rename': {
      const to = join(root, 'skills', edit.to);
      if (!existsSync(folder) || existsSync(to)) return;
      mkdirSync(dirname(to), { recursive: true });
      renameSync(folder, to);
      return;
    }
    case 'draft':
      if (existsSync(folder)) writeFileSync(join(folder, 'overview.md'), '{{write: what it is}}');
      return;
    default:
      if (!existsSync(folder)) return;
      rmSync(file, { force: true });
      if (edit.do === 'link') symlinkSync(edit.leadsOut ? '/etc/hostname' : 'overview.md', file);
      else writeFileSync(file, `# Pitfalls\n\nNever ${edit.word}.\n`);
  }
}

const FINDS = ['alpha', 'never beta', 'gamma'];

/** Without what a start does not know: how often the list changed. */
async function answersOf(service: TestServer) {
  const { diagnostics } = await eventually(
    async () => (await service.get('/v1/diagnostics?fresh=1')).json<DiagnosticsResponse>(),
    ({ checking }) => checking === undefined,
  );
  const get = async <T>(path: string) => (await service.get(path)).json<T>();
  const { skills } = await get<RegistryIndex>('/v1/skills');
  const texts = await Promise.all(
    skills.map(async ({ key: one }) => [
      await get<FullSkill>(`/v1/skills/${one}`),
      (await service.get(`/v1/skills/${one}/pitfalls`)).text,
    ]),
  );
  const asked = FINDS.flatMap((q) => [`/v1/find?q=${q}`, `/v1/find?q=${q}&explain=1`, `/v1/search?q=${q}`]);
  const found = await Promise.all(asked.map((path) => get<object>(path)));
  const { counts, diagnostics: bySeverity, registries } = service.status();
  return { skills, texts, found, diagnostics, counts, bySeverity, registries };
}

describe('a service that runs while its registry is edited', () => {
  it('answers in the end what it would answer after a fresh start', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 6 }),
        fc.array(step, { minLength: 1, maxLength: 6 }),
        async (before, later) => {
          const root = temporaryFolder({ 'skills/.keep': '' });
          for (const one of before) make(root, one);
          const options = { watch: 'off', scanIntervalMs: 0 } as const;
          const running = await startTestServer(root, options);
          await answersOf(running);
          for (const one of later) make(root, one);
          await running.get('/v1/diagnostics?fresh=1');
          const fresh = await startTestServer(root, options);
          try {
            expect(await answersOf(running)).toEqual(await answersOf(fresh));
          } finally {
            await Promise.all([running.close(), fresh.close()]);
          }
        },
      ),
      { numRuns: 15 },
    );
  }, 120_000);
});
