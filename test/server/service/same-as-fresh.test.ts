import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DiagnosticsResponse, RegistryIndex, Status } from '../../../src-server/contract/api/api.ts';
import { ChangingRegistry, fault, KEYS, registryChange } from '../../support/registry-changes.ts';
import { type ServedByThread, type ServedFolder, serveFolder } from '../../support/served-folder.ts';
import { skillFiles, temporaryFolder } from '../../support/temporary-registry.ts';
import { eventually } from '../../support/test-server.ts';

/** Words as they stand in texts, with a typo, in one, and cut short. */
const FINDS = ['alpha', 'betta+gamma', 'gammadelta', 'delt'].map((query) => `/v1/find?q=${query}`);
const SECTIONS = ['overview', 'examples/basic.txt'];
const AGENT_SKILLS = '/.well-known/agent-skills';

interface Look {
  /** Answers by path, without what counts or times how it came about. */
  readonly answers: Readonly<Record<string, unknown>>;
  readonly problems: unknown;
  readonly explained: unknown;
}

/** All that a service says of its registry. */
async function lookAt(service: ServedFolder, names: Set<string>): Promise<Look> {
  const list = (await service.get('/v1/skills')).json<RegistryIndex>();
  const { version: _version, updated_at: _time, ...rest } = list;
  const agentSkills = await service.get(`${AGENT_SKILLS}/index.json`);
  for (const { name } of agentSkills.json<{ skills: { name: string }[] }>().skills) names.add(name);
  const keys = new Set([...KEYS, ...list.skills.map(({ key }) => key)]);
  const paths = [
    ...FINDS,
    '/v1/search?q=alpha',
    '/v1/search?q=b&lang=cpp',
    ...[...names].map((name) => `${AGENT_SKILLS}/${name}/SKILL.md`),
    ...[...keys].flatMap((key) => [
      `/v1/skills/${key}`,
      ...SECTIONS.map((name) => `/v1/skills/${key}/${name}`),
    ]),
  ];
  const answers = await Promise.all(paths.map((path) => service.get(path)));
  const status = (await service.get('/v1/status')).json<Status>();
  const explained = await Promise.all(
    FINDS.map(async (path) => (await service.get(`${path}&explain=1`)).text),
  );
  return {
    answers: {
      list: rest,
      agentSkills: agentSkills.text,
      available: status.registry.available,
      counts: status.counts,
      ...Object.fromEntries(
        answers.map(({ status, text, headers }, place) => [paths[place], [status, headers.etag, text]]),
      ),
    },
    problems: [...(await checkedProblems(service)), status.index.findError],
    explained,
  };
}

/** What is wrong, once every skill was checked by every rule. */
async function checkedProblems(service: ServedFolder): Promise<readonly unknown[]> {
  const { checking: _checking, ...found } = await eventually(
    async () => (await service.get('/v1/diagnostics')).json<DiagnosticsResponse>(),
    ({ checking }) => checking === undefined,
  );
  return [(await service.get('/v1/status')).json<Status>().diagnostics, found.diagnostics];
}

/** What needs no text. */
function listsIn(answers: Look['answers']): unknown {
  return Object.entries(answers).filter(([path]) =>
    ['list', 'counts', 'available', '/v1/search'].some((start) => path.startsWith(start)),
  );
}

const told = fc.constantFrom('nothing', 'nothing', 'what changed', 'everything', 'another thread');
const steps = fc.array(fc.record({ change: registryChange, told, isAsked: fc.boolean() }), { maxLength: 10 });

/** Serves the folder while it changes; asking in between fills every cache. */
async function serveThrough(
  registry: ChangingRegistry,
  service: ServedByThread,
  sequence: typeof steps extends fc.Arbitrary<infer T> ? T : never,
  names: Set<string>,
): Promise<void> {
  const tell = () => service.tell([...registry.takeUntold(), ...service.unreadable()]);
  for (const { change, told: what, isAsked } of sequence) {
    registry.make(change);
    if (what === 'what changed') await tell();
    if (what === 'everything') await service.tell([registry.root]);
    if (what === 'another thread') service.replaceThread();
    if (isAsked) await lookAt(service, names);
  }
  registry.repair();
  await tell();
  // What a link leads to may come and go without an event where the link is; the slow scan finds that.
  if (sequence.some(({ change }) => change.kind === 'link')) await service.tell([registry.root]);
}

describe('after any sequence of changes', () => {
  it('all answers equal the answers of a fresh start, also with unreadable places', async () => {
    await fc.assert(
      fc.asyncProperty(
        steps,
        fault,
        fc.boolean(),
        fc.boolean(),
        async (sequence, lost, keepsCache, isReplaced) => {
          const home = temporaryFolder({
            'registry/skills/.keep': '',
            ...skillFiles('registry/shelf/ws', 'js/p/q'),
            ...skillFiles('outside', 'js/p/q'),
          });
          const registry = new ChangingRegistry(join(home, 'registry'));
          const serve = (cache: string) => serveFolder(registry.root, registry.reader, join(home, cache));
          const names = new Set<string>();
          const service = await serve('cache');
          await serveThrough(registry, service, sequence, names);
          // What was edited since index.json was written is remembered in the cache alone.
          if (!keepsCache) {
            registry.rewriteIndex();
            await service.tell(registry.takeUntold());
          }
          const seen = await lookAt(service, names);
          const place = registry.fail(lost);
          await service.tell([place]);
          if (isReplaced) service.replaceThread();
          const { answers } = await lookAt(service, names);
          // A new thread can't say that texts are the same that it can't read.
          if (isReplaced) expect(listsIn(answers)).toEqual(listsIn(seen.answers));
          else expect(answers).toEqual(seen.answers);
          registry.heal();
          await service.tell([place, ...service.unreadable()]);
          expect(await lookAt(service, names)).toEqual(seen);
          await service.close();
          const fresh = await serve(keepsCache ? 'cache' : 'another cache');
          expect(seen).toEqual(await lookAt(fresh, names));
          await fresh.close();
        },
      ),
      { numRuns: 20 },
    );
  });
});
