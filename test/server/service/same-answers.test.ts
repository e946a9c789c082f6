import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RegistryIndex } from '../../../src-server/contract/api/api.ts';
import { createDiskReader } from '../../../src-server/registry/disk/disk-reader.ts';
import { allAnswers } from '../../support/all-answers.ts';
import { createWorkTree, type WorkTree } from '../../support/git-clone.ts';
import { type ServedFolder, serveFolder } from '../../support/served-folder.ts';
import { type Files, manifest, skillFiles, temporaryFolder } from '../../support/temporary-registry.ts';

const [TOKIO, SPDLOG, PGX] = ['rust/tokio-rs/tokio', 'cpp/gabime/spdlog', 'go/jackc/pgx'] as const;
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
const versionAt = (minute: number) => Date.parse(at(minute));

const entry = (key: string, summary: string) => {
  const { name, language, tier, group, tags } = manifest(key);
  return { key, name, language, tier, group, tags, summary };
};
const index = (...entries: object[]) => ({
  'index.json': { schema: 'skills/v1', version: 7, updated_at: '2026-01-01T00:00:00Z', skills: entries },
});
const summary = (key: string, text: string): Files => ({
  [`skills/${key}/skill.json`]: manifest(key, { summary: text }),
});

interface Replica {
  readonly tree: WorkTree;
  readonly service: ServedFolder;
  /** Takes over the commits up to this one, as `git pull` does. */
  pull(commit?: string): Promise<void>;
  restart(): Promise<ServedFolder>;
}

/** A clone with a service and a home of its own, which notices what the test tells. */
async function replicaOf(origin: WorkTree): Promise<Replica> {
  const home = temporaryFolder();
  const tree = origin.clone(join(home, 'registry'));
  const serve = (cache: string) => serveFolder(tree.folder, createDiskReader(), join(home, cache));
  const service = await serve('cache');
  return {
    tree,
    service,
    async pull(commit = 'origin/main') {
      tree.git('fetch', '-q');
      tree.git('merge', '-q', '--ff-only', commit);
      await service.tell([tree.folder]);
    },
    restart: () => serve('empty cache'),
  };
}

function team(): WorkTree {
  const origin = createWorkTree(join(temporaryFolder(), 'team'));
  const keys = [TOKIO, SPDLOG];
  const skills = keys.map((key) => skillFiles(`skills/${key}`, key));
  origin.commit(
    at(0),
    Object.assign({}, ...skills, index(...keys.map((key) => entry(key, 'Of the index.')))),
  );
  return origin;
}

const listOf = async (service: ServedFolder) => (await service.get('/v1/skills')).json<RegistryIndex>();

describe('two services over the same commit', () => {
  it('answer the same bytes and tags, whichever changes they saw together, and after a restart with an empty home', async () => {
    const origin = team();
    const [one, other] = [await replicaOf(origin), await replicaOf(origin)];
    const first = await allAnswers(one.service.get);
    expect(Object.keys(first).length).toBeGreaterThan(20);
    expect(await allAnswers(other.service.get)).toEqual(first);
    // Edits of skill.json that index.json does not follow, a new skill, and a text.
    const steps = [
      origin.commit(at(1), summary(TOKIO, 'Of skill.json.')),
      origin.commit(at(2), skillFiles(`skills/${PGX}`, PGX)),
      origin.commit(at(3), { [`skills/${SPDLOG}/overview.md`]: '# Overview\n\nAbout never.\n' }),
    ];
    for (const commit of steps) await one.pull(commit);
    await other.pull();
    const then = await allAnswers(one.service.get);
    expect(await listOf(one.service)).toMatchObject({ version: versionAt(3), updated_at: at(3) });
    expect(await allAnswers(other.service.get)).toEqual(then);
    expect(await allAnswers((await one.restart()).get)).toEqual(then);
    const late = await replicaOf(origin);
    expect(await allAnswers(late.service.get)).toEqual(then);
  });

  it('follow a commit without a changed skill', async () => {
    const origin = team();
    const replica = await replicaOf(origin);
    origin.commit(at(1), { 'README.md': 'For people.' });
    await replica.pull();
    expect(await listOf(replica.service)).toMatchObject({ version: versionAt(1), updated_at: at(1) });
  });

  it('count edits without a commit, and agree again with the next commit', async () => {
    const origin = team();
    const replica = await replicaOf(origin);
    const { tree, service } = replica;
    const seen: RegistryIndex[] = [];
    for (const text of ['One.', 'Two.']) {
      const files = summary(TOKIO, text);
      const [path = ''] = Object.keys(files);
      tree.write(files);
      await service.tell([join(tree.folder, path)]);
      seen.push(await listOf(service));
    }
    expect(seen.map(({ version }) => version - versionAt(0))).toEqual([1, 2]);
    expect(seen[1]?.skills.find(({ key }) => key === TOKIO)?.summary).toBe('Two.');
    tree.commit(at(1));
    await service.tell([tree.folder]);
    expect((await listOf(service)).version).toBe(versionAt(1));
    expect(await allAnswers((await replica.restart()).get)).toEqual(await allAnswers(service.get));
  });

  it('never answer a lower version after a return to an older commit', async () => {
    const origin = team();
    const replica = await replicaOf(origin);
    origin.commit(at(1), summary(TOKIO, 'Later.'));
    await replica.pull();
    replica.tree.git('reset', '-q', '--hard', 'HEAD~1');
    await replica.service.tell([replica.tree.folder]);
    expect((await listOf(replica.service)).version).toBe(versionAt(1) + 1);
  });

  it('serve a version of index.json that is greater than the time', async () => {
    const origin = team();
    const huge = 20_260_101_120_000_000;
    origin.commit(at(1), { 'index.json': { ...index()['index.json'], version: huge / 100 } });
    const replica = await replicaOf(origin);
    expect((await listOf(replica.service)).version).toBe(huge / 100);
  });
});
