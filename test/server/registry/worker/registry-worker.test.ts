import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { locateRegistry } from '../../../../src-server/registry/locate.ts';
import { readRegistry } from '../../../../src-server/registry/read-registry.ts';
import { RegistryWorker } from '../../../../src-server/registry/worker/registry-worker.ts';
import { type FollowOptions, PATCH_SKILLS } from '../../../../src-server/registry/worker-messages.ts';
import { faultyDisk } from '../../../support/faulty-disk.ts';
import {
  contentOf,
  follow,
  freshContentOf,
  layersOf,
  Served,
  withoutHistory,
} from '../../../support/followed-registry.ts';
import {
  manifest,
  skillFiles,
  temporaryFolder,
  temporaryRegistry,
  writeFiles,
} from '../../../support/temporary-registry.ts';

const KEY = 'cpp/gabime/spdlog';
const OTHER = 'go/jackc/pgx';
const WAIT = { timeout: 10_000 };

/**
 * Until the worker has forgotten all texts: findings of one skill may be posted while others are still to be checked, and the
 * last job comes a turn behind the last findings.
 */
async function allForgotten({ records }: Served): Promise<void> {
  const areChecked = () => [...records.values()].every(({ findings }) => findings.isChecked);
  await vi.waitFor(() => expect(areChecked()).toBe(true), WAIT);
  for (let turn = 0; turn < 2; turn += 1) await nextTurn();
}

describe('a start', () => {
  it('posts all records with their texts, then the words of them, then findings and tokens', async () => {
    const { served } = follow(temporaryRegistry([KEY, OTHER]));
    expect([...served.records.keys()]).toEqual([KEY, OTHER]);
    expect(served.records.get(KEY)?.texts.get('overview.md')).toContain(KEY);
    await vi.waitFor(() => expect(served.records.get(OTHER)?.findings.isChecked).toBe(true), WAIT);
    expect(served.termsOf.get(KEY)).toBeGreaterThan(0);
    expect(served.records.get(KEY)?.tokens?.get('overview.md')?.tokens).toBeGreaterThan(0);
    expect(served.records.get(KEY)?.findings.checks).not.toEqual([]);
    const [records, scanned, words, indexed, ...checks] = served.messages.map(({ type }) => type);
    expect([records, scanned, words, indexed]).toEqual(['patch', 'scanned', 'patch', 'indexed']);
    // A slow machine posts what it found in several parts.
    expect(new Set(checks)).toEqual(new Set(['patch']));
  });

  it('posts many skills in parts, and tells the state with the last of them', () => {
    const keys = Array.from({ length: PATCH_SKILLS * 2 + 1 }, (_, at) => `go/acme/lib${at}`);
    const { served } = follow(temporaryRegistry(keys));
    expect(
      served.patches.map(({ changed, isWhole, state }) => [changed.length, isWhole, state !== undefined]),
    ).toEqual([
      [PATCH_SKILLS, true, false],
      [PATCH_SKILLS, false, false],
      [1, false, true],
    ]);
  });

  it('says after each part how many skills are read, then of how many find knows the words', async () => {
    const keys = Array.from({ length: PATCH_SKILLS * 2 + 1 }, (_, at) => `go/acme/lib${at}`);
    const { served } = follow(temporaryRegistry(keys));
    const told = () =>
      served.messages.flatMap((message) =>
        message.type === 'progress' ? [[message.step, message.done, message.total]] : [],
      );
    expect(told()).toEqual([
      ['reading', PATCH_SKILLS, undefined],
      ['reading', PATCH_SKILLS * 2, undefined],
    ]);
    await vi.waitFor(() => expect(served.messages.some(({ type }) => type === 'indexed')).toBe(true), WAIT);
    expect(told().slice(2)).toEqual([
      ['indexing', PATCH_SKILLS, keys.length],
      ['indexing', PATCH_SKILLS * 2, keys.length],
      ['indexing', keys.length, keys.length],
    ]);
  });

  it('counts on from the list that is served already', () => {
    const head = { schema: 'skills/v1', version: 41, updated_at: '2026-01-01T00:00:00Z' } as const;
    const { served } = follow(temporaryRegistry([KEY]), { head });
    expect(served.state?.head.version).toBe(42);
  });
});

describe('a change', () => {
  it('posts the skill that changed with its words, and nothing of the others', () => {
    const root = temporaryRegistry([KEY, OTHER]);
    const { served, rescan } = follow(root);
    served.messages.length = 0;
    writeFiles(root, { [`skills/${KEY}/safety.md`]: '# Safety\n\nNever again.\n' });
    rescan();
    expect(served.patches).toHaveLength(1);
    expect(served.patches[0]?.changed.map(({ key }) => key)).toEqual([KEY]);
    expect(served.patches[0]?.terms?.skills.map(({ key }) => key)).toEqual([KEY]);
    expect(served.state?.head.version).toBe(2);
  });

  it('that only index.json tells of repeats no text', () => {
    const root = temporaryRegistry([KEY]);
    const { served, rescan } = follow(root);
    served.messages.length = 0;
    writeFiles(root, { 'index.json': { schema: 'skills/v1', skills: [{ key: KEY, repo_source_url: 'x' }] } });
    rescan();
    expect(served.patches[0]?.changed.map((change) => Object.keys(change).sort())).toEqual([
      ['entry', 'findings', 'key', 'registry'],
    ]);
  });

  it('that changes nothing posts nothing but that it was looked for', async () => {
    const { served, rescan } = follow(temporaryRegistry([KEY]));
    await vi.waitFor(() => expect(served.records.get(KEY)?.findings.isChecked).toBe(true), WAIT);
    served.messages.length = 0;
    rescan();
    await vi.waitFor(
      () => expect(served.messages.map(({ type }) => type)).toEqual(['scanned', 'done']),
      WAIT,
    );
  });

  it('is checked before it is said to be looked for', async () => {
    const root = temporaryRegistry([KEY]);
    const { served, rescan } = follow(root);
    writeFiles(root, { [`skills/${KEY}/safety.md`]: '# Safety\n\nNever again.\n' });
    rescan();
    await vi.waitFor(() => expect(served.messages.some(({ type }) => type === 'done')).toBe(true), WAIT);
    expect(served.records.get(KEY)?.findings.isChecked).toBe(true);
  });

  it('is seen by itself', async () => {
    const root = temporaryRegistry([KEY]);
    const { served } = follow(root, { watch: 'events', scanIntervalMs: 30_000 });
    const scans = () => served.messages.filter(({ type }) => type === 'scanned').length;
    await vi.waitFor(() => expect(scans()).toBeGreaterThan(1), WAIT);
    writeFiles(root, skillFiles(`skills/${OTHER}`, OTHER));
    await vi.waitFor(() => expect(served.records.has(OTHER)).toBe(true), WAIT);
  });

  it('is served soon after a scan of everything that took minutes', async () => {
    const registry = temporaryRegistry([KEY]);
    const disk = faultyDisk();
    let lateMs = 0;
    let perListMs = 60_000;
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + lateMs);
    onTestFinished(() => void vi.restoreAllMocks());
    const slow = {
      ...disk,
      list(folder: string) {
        lateMs += perListMs;
        return disk.list(folder);
      },
    };
    const served = new Served();
    const layers = layersOf(registry);
    const options = { layers, watch: 'events', scanIntervalMs: 0, isReplica: false } as const;
    const worker = new RegistryWorker(options, served.take, slow);
    onTestFinished(() => worker.close());
    const scans = () => served.messages.filter(({ type }) => type === 'scanned').length;
    // The second one opens the watchers.
    await vi.waitFor(() => expect(scans()).toBeGreaterThan(1), WAIT);
    perListMs = 0;
    writeFiles(registry, { [`skills/${KEY}/safety.md`]: '# Safety\n\nChanged.\n' });
    await vi.waitFor(
      () => expect(served.records.get(KEY)?.texts.get('safety.md')).toContain('Changed.'),
      WAIT,
    );
  });

  it('of a link to the registry serves the other folder', () => {
    const [one, two] = [temporaryRegistry([KEY]), temporaryRegistry([OTHER])];
    const link = join(temporaryFolder({}), 'current');
    symlinkSync(one, link);
    const { served, rescan } = follow(link);
    rmSync(link);
    symlinkSync(two, link);
    rescan();
    expect([...served.records.keys()]).toEqual([OTHER]);
    expect(served.state?.layers[0]?.root).toBe(two);
    expect(served.state?.head.version).toBe(2);
  });
});

describe('layers', () => {
  const both = () => {
    const lower = temporaryRegistry([KEY, OTHER]);
    const upper = temporaryFolder(skillFiles(`skills/${KEY}`, KEY, { version: '9.0.0' }));
    return { upper, lower, ...follow([upper, lower]) };
  };

  it('answer a key from the uppermost, and name what lies below', () => {
    const { served } = both();
    expect(served.records.get(KEY)?.entry).toMatchObject({
      ...{ version: '9.0.0', _registry: 'layer0', _shadows: ['layer1'] },
    });
    expect(served.records.get(OTHER)).toMatchObject({ registry: 'layer1' });
    expect(served.records.get(KEY)?.findings.reading).toMatchObject([
      { code: 'skill-shadowed', registry: 'layer1' },
    ]);
    expect(served.state?.head.version).toBe(2);
  });

  it('answer from the next where the uppermost has a key no longer, with its words', () => {
    const { served, upper, rescan } = both();
    served.messages.length = 0;
    rmSync(join(upper, 'skills/cpp'), { recursive: true });
    rescan();
    expect(served.records.get(KEY)?.entry.version).toBe('1.2.3');
    expect(served.patches[0]?.terms?.skills.map(({ key }) => key)).toEqual([KEY]);
  });

  it('that leave files out say so', () => {
    const [own, team] = layersOf(temporaryRegistry([KEY]), temporaryRegistry([OTHER]));
    const leftOut = ['skills/cpp/A/B differs in case alone from skills/cpp/a/b'];
    const layers = [own, { ...team, leftOut }] as FollowOptions['layers'];
    const { served } = follow([], { layers });
    expect(served.state?.general).toMatchObject([
      { code: 'file-left-out', registry: 'layer1', message: `Left out of the copy: ${leftOut[0]}.` },
    ]);
  });

  it('serve the others while one is gone', () => {
    const { served, upper, rescan } = both();
    renameSync(upper, `${upper}-away`);
    rescan();
    expect(served.state?.general).toMatchObject([{ code: 'unreadable-kept', registry: 'layer0' }]);
    expect(served.records.get(KEY)?.entry.version).toBe('9.0.0');
    renameSync(`${upper}-away`, upper);
  });
});

describe('a skill of a lower layer that is away', () => {
  const ways: readonly [string, (lower: string, disk: ReturnType<typeof faultyDisk>) => void][] = [
    ['is gone', (lower) => renameSync(lower, `${lower}-away`)],
    ['may not be read', (lower, disk) => disk.fail(lower, 'EACCES')],
    ['answers with errors', (lower, disk) => disk.fail(lower, 'EIO')],
    ['is empty', (lower) => renameSync(join(lower, 'skills'), `${lower}-away`)],
  ];
  const bringBack = (lower: string, disk: ReturnType<typeof faultyDisk>) => {
    disk.heal(lower);
    const away = `${lower}-away`;
    if (existsSync(away)) renameSync(away, existsSync(lower) ? join(lower, 'skills') : lower);
  };

  it.each(ways)('is served as it was read once the upper layer drops it: %s', async (_, take) => {
    const lower = temporaryRegistry([KEY, OTHER], { 'index.json': { schema: 'skills/v1', skills: [] } });
    const upper = temporaryFolder(skillFiles(`skills/${KEY}`, KEY, { version: '9.0.0' }));
    const { served, disk, rescan } = follow([upper, lower]);
    await vi.waitFor(() => expect(served.records.get(OTHER)?.findings.isChecked).toBe(true), WAIT);
    take(lower, disk);
    rescan();
    rmSync(join(upper, 'skills/cpp'), { recursive: true });
    rescan();
    rescan();
    expect(served.records.get(KEY)).toMatchObject({ registry: 'layer1', entry: { version: '1.2.3' } });
    expect(served.records.get(KEY)?.texts.get('overview.md')).toContain(KEY);
    expect(served.state?.general).toContainEqual(
      expect.objectContaining({ code: 'unreadable-kept', registry: 'layer1' }),
    );
    bringBack(lower, disk);
    rescan();
    expect(contentOf(served)).toEqual(freshContentOf(upper, lower));
  });

  it.each(ways)('is not served, and said, where its texts were not kept: %s', async (_, take) => {
    const lower = temporaryRegistry([KEY, OTHER], { 'index.json': { schema: 'skills/v1', skills: [] } });
    const upper = temporaryRegistry(['js/a/b']);
    const { served, disk, rescan } = follow([upper, lower]);
    await allForgotten(served);
    take(lower, disk);
    rescan();
    writeFiles(upper, skillFiles(`skills/${KEY}`, KEY, { version: '9.0.0' }));
    rescan();
    expect(served.records.get(KEY)?.entry.version).toBe('9.0.0');
    rmSync(join(upper, 'skills/cpp'), { recursive: true });
    rescan();
    rescan();
    expect(served.records.has(KEY)).toBe(false);
    expect(served.records.get(OTHER)?.texts.get('overview.md')).toContain(OTHER);
    expect(served.state?.general).toContainEqual(
      expect.objectContaining({ code: 'file-unreadable', skillKey: KEY, registry: 'layer1' }),
    );
    bringBack(lower, disk);
    rescan();
    expect(served.records.get(KEY)?.texts.get('overview.md')).toContain(KEY);
    expect(contentOf(served)).toEqual(freshContentOf(upper, lower));
  });
});

describe('what can’t be read', () => {
  it.each(['EIO', 'EACCES', 'ESTALE'])('stays as it was, and is named: %s', (code) => {
    const root = temporaryRegistry([KEY, OTHER]);
    const { served, disk, rescan } = follow(root);
    const before = contentOf(served).skills;
    disk.fail(join(root, 'skills/cpp'), code);
    writeFiles(root, { [`skills/${KEY}/safety.md`]: '# Safety\n\nNever again.\n' });
    rescan();
    expect(contentOf(served).skills).toEqual(before);
    expect(served.state?.general).toMatchObject([{ code: 'unreadable-kept', file: 'skills/cpp' }]);
    disk.heal(join(root, 'skills/cpp'));
    rescan();
    expect(contentOf(served)).toEqual(freshContentOf(root));
  });

  it('is served as it was where one file of a skill is it', () => {
    const root = temporaryRegistry([KEY]);
    const { served, disk, rescan } = follow(root);
    const file = `skills/${KEY}/safety.md`;
    disk.fail(join(root, file), 'EIO');
    writeFiles(root, { [file]: '# Safety\n\nNever again.\n' });
    rescan();
    expect(served.records.get(KEY)?.texts.get('safety.md')).not.toContain('again');
    expect(served.state?.general).toMatchObject([{ code: 'unreadable-kept', file }]);
  });

  it('is said of the whole registry while its folder is gone, and is over when it is back', () => {
    const root = temporaryRegistry([KEY]);
    const { served, rescan } = follow(root);
    renameSync(root, `${root}-away`);
    rescan();
    expect(served.unavailable).toBe(`The registry folder ${root} can't be read now: it is gone.`);
    expect(served.records.has(KEY)).toBe(true);
    renameSync(`${root}-away`, root);
    rescan();
    expect(served.unavailable).toBeUndefined();
    expect(served.state?.head.version).toBe(1);
  });

  it('is a mount point that lost its drive: an empty folder', () => {
    const root = temporaryRegistry([KEY]);
    const { served, rescan } = follow(root);
    renameSync(root, `${root}-away`);
    mkdirSync(root);
    rescan();
    expect(served.unavailable).toContain('as if a drive were unplugged');
    expect(served.records.has(KEY)).toBe(true);
  });
});

describe('a broken skill.json', () => {
  it('is not served, and is reported at once', () => {
    const root = temporaryRegistry([KEY]);
    const { served, rescan } = follow(root);
    const file = join(root, 'skills', KEY, 'skill.json');
    writeFileSync(file, '{ "name": ');
    rescan();
    expect(served.records.has(KEY)).toBe(false);
    expect(served.state?.general).toMatchObject([{ code: 'skill-json-invalid', skillKey: KEY, line: 1 }]);
  });
});

const FOLDERS = [`skills/${KEY}`, `skills/${OTHER}`, 'skills/odd', 'skills/go/jackc'] as const;
const folder = fc.constantFrom(...FOLDERS);

interface Edited {
  readonly root: string;
  readonly disk: ReturnType<typeof faultyDisk>;
  /** Serves these from now on. */
  readonly setLayers: (count: 1 | 2) => void;
}

/** Edits of a registry, each by its effect on the disk or on what is served. */
const edit: fc.Arbitrary<(edited: Edited) => void> = fc.oneof(
  fc.tuple(folder, fc.constantFrom(KEY, OTHER, 'js/a/b'), fc.nat(3)).map(
    ([place, key, version]) =>
      ({ root }: Edited) =>
        writeFiles(root, { [`${place}/skill.json`]: manifest(key, { version: `1.${version}` }) }),
  ),
  fc.tuple(folder, fc.constantFrom('overview.md', 'safety.md', 'examples/a.txt'), fc.string()).map(
    ([place, name, text]) =>
      ({ root }: Edited) =>
        writeFiles(root, { [`${place}/${name}`]: text }),
  ),
  fc.tuple(folder, fc.constantFrom('', '/overview.md', '/skill.json')).map(
    ([place, path]) =>
      ({ root }: Edited) =>
        rmSync(join(root, place + path), { recursive: true, force: true }),
  ),
  fc.tuple(folder, folder).map(([from, to]) => ({ root }: Edited) => {
    if (from === to || to.startsWith(from)) return;
    rmSync(join(root, to), { recursive: true, force: true });
    renameSync(join(root, from), join(root, to));
  }),
  fc.tuple(folder, fc.constantFrom('alias.md', 'examples')).map(([place, name]) => ({ root }: Edited) => {
    symlinkSync('overview.md', join(root, place, name));
  }),
  fc
    .array(fc.constantFrom(KEY, OTHER, 'go/jackc', 'x/y/z'), { maxLength: 3 })
    .map((keys) => ({ root }: Edited) => {
      const skills = keys.map((key) => ({ key, summary: `Of ${key}.` }));
      writeFileSync(join(root, 'index.json'), JSON.stringify({ schema: 'skills/v1', version: 3, skills }));
    }),
  fc.constant(({ root }: Edited) => rmSync(join(root, 'index.json'), { force: true })),
  fc
    .tuple(fc.constantFrom(...FOLDERS, `skills/${KEY}/safety.md`, 'index.json'), fc.boolean())
    .map(([place, isReadable]) => ({ root, disk }: Edited) => {
      if (isReadable) disk.heal(join(root, place));
      else disk.fail(join(root, place), 'EACCES');
    }),
  fc.constantFrom(1 as const, 2 as const).map(
    (count) =>
      ({ setLayers }: Edited) =>
        setLayers(count),
  ),
);

describe('any sequence of edits, unreadable places and layers', () => {
  it('leads to what a fresh start gives', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 12 }), (edits) => {
        const root = temporaryRegistry([KEY, OTHER]);
        const lower = temporaryRegistry([OTHER, 'js/a/b']);
        let folders = [root];
        const { served, disk, worker } = follow(root);
        const setLayers = (count: 1 | 2) => {
          folders = [root, lower].slice(0, count);
        };
        for (const change of edits) {
          try {
            change({ root, disk, setLayers });
          } catch {
            // What the disk refuses, such as a file behind a dangling link, is no edit.
          }
          worker.take({ layers: layersOf(...folders) });
        }
        for (const place of [...FOLDERS, `skills/${KEY}/safety.md`, 'index.json'])
          disk.heal(join(root, place));
        worker.take({ layers: layersOf(...folders) });
        worker.close();
        expect(withoutHistory(contentOf(served))).toEqual(withoutHistory(freshContentOf(...folders)));
      }),
      { numRuns: 80 },
    );
  });
});

describe('a job that fails', () => {
  const KEYS = ['go/acme/a', 'go/acme/b', 'go/acme/c'] as const;

  it('is none where files are gone before their check: what was read is checked', async () => {
    const root = temporaryRegistry(KEYS);
    const { served, disk } = follow(root);
    disk.crashOnce(join(root, 'skills', KEYS[1], 'pitfalls.md'));
    for (const key of KEYS)
      await vi.waitFor(() => expect(served.records.get(key)?.findings.isChecked).toBe(true), WAIT);
    expect(served.records.get(KEYS[1])?.tokens?.get('pitfalls.md')).toMatchObject({ isEstimate: false });
  });

  it('of no skill is told, and the jobs behind it are done, scans asked for later too', async () => {
    const served = new Served();
    let isFirst = true;
    const layers = layersOf(temporaryRegistry(KEYS));
    const options = { layers, watch: 'off', scanIntervalMs: 0, isReplica: false } as const;
    const worker = new RegistryWorker(options, (message) => {
      if (message.type === 'indexed' && isFirst) {
        isFirst = false;
        throw new Error('The thread takes nothing now.');
      }
      served.take(message);
    });
    onTestFinished(() => worker.close());
    await vi.waitFor(() => expect(served.records.get(KEYS[2])?.findings.isChecked).toBe(true), WAIT);
    expect(served.messages).toContainEqual({
      type: 'failed',
      failure: expect.stringContaining('The thread takes nothing now.'),
    });
    worker.take({ layers });
    await vi.waitFor(() => expect(served.messages.at(-1)).toEqual({ type: 'done' }), WAIT);
  });
});

it('a reading on this thread says the same', () => {
  const root = temporaryRegistry([KEY, OTHER]);
  const { served } = follow(root);
  const located = locateRegistry(root);
  if (!located.ok) throw new Error(located.reason);
  const { skills } = readRegistry(located.location);
  expect([...skills.values()].map(({ key, entry, texts }) => [key, entry, [...texts]])).toEqual(
    [...served.records.values()].map(({ key, entry, texts }) => [key, entry, [...texts]]),
  );
});
