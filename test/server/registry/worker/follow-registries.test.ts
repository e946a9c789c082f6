import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { locateRegistry } from '../../../../src-server/registry/locate-registry.ts';
import { readRegistry } from '../../../../src-server/registry/read-registry.ts';
import {
  type FollowedRegistry,
  type FromRegistryWorker,
  PATCH_SKILLS,
  type RegistryState,
} from '../../../../src-server/registry/registry-patch.ts';
import type { SkillRecord } from '../../../../src-server/registry/skill-record.ts';
import { type Disk, disk as ownDisk } from '../../../../src-server/registry/worker/disk.ts';
import { RegistryFollower } from '../../../../src-server/registry/worker/follow-registries.ts';
import { faultyDisk } from '../../../support/faulty-disk.ts';
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

/** What a serving thread would hold of what was posted, and what it was told. */
class Served {
  readonly messages: FromRegistryWorker[] = [];
  records = new Map<string, SkillRecord>();
  state: RegistryState | undefined;
  /** Keys by the texts that find knows. */
  readonly termsOf = new Map<string, number>();
  unavailable: string | undefined;
  readonly take = (message: FromRegistryWorker): void => {
    this.messages.push(structuredClone(message));
    if (message.type === 'failed') throw new Error(message.message);
    if (message.type === 'scanned') this.unavailable = message.unavailable;
    if (message.type !== 'patch' && message.type !== 'checked') return;
    const patch = message.type === 'patch' ? message.patch : { ...message, removed: [], isWhole: false };
    if (patch.isWhole) this.records = new Map();
    for (const key of patch.removed) this.records.delete(key);
    for (const change of patch.changed)
      this.records.set(change.key, { ...this.records.get(change.key), ...change } as SkillRecord);
    if (message.type !== 'patch') return;
    this.state = message.patch.state ?? this.state;
    for (const { key, terms } of message.patch.terms?.skills ?? []) this.termsOf.set(key, terms.length);
  };
}

function follow(folder: string, options: Partial<FollowedRegistry> = {}) {
  const disk = faultyDisk();
  const served = new Served();
  const follower = new RegistryFollower(served.take, disk);
  onTestFinished(() => follower.close());
  const registry = {
    id: 'one',
    folder,
    watch: 'off',
    scanIntervalMs: 0,
    isReplica: false,
    ...options,
  } as const;
  follower.follow([registry]);
  const rescan = () => follower.take({ type: 'rescan', id: 1 });
  return { served, disk, follower, rescan, registry };
}

/** Without what depends on when something was read. */
function contentOf({ records, state }: Pick<Served, 'records' | 'state'>) {
  const skills = [...records.values()]
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, folder, manifest, texts, files, contents, entry, findings, overviewSummary }) => ({
      ...{ key, folder, manifest, entry, contents, overviewSummary },
      texts: [...texts],
      files: [...files.values()].map(({ path, size, unread }) => ({ path, size, unread })),
      findings: [findings.loader, findings.rules],
    }));
  return { skills, general: state?.general, drafts: state?.drafts, leftOut: state?.leftOut };
}

function freshContentOf(root: string) {
  const served = new Served();
  const follower = new RegistryFollower(served.take);
  follower.follow([{ id: 'fresh', folder: root, watch: 'off', scanIntervalMs: 0, isReplica: false }]);
  follower.close();
  return contentOf(served);
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
  });

  it('posts many skills in parts, and tells the state with the last of them', () => {
    const keys = Array.from({ length: PATCH_SKILLS * 2 + 1 }, (_, at) => `go/acme/lib${at}`);
    const { served } = follow(temporaryRegistry(keys));
    const patches = served.messages.flatMap((message) => (message.type === 'patch' ? [message.patch] : []));
    const records = patches.filter(({ terms }) => terms === undefined);
    expect(records.map(({ changed }) => changed.length)).toEqual([PATCH_SKILLS, PATCH_SKILLS, 1]);
    expect(records.map(({ isWhole, state }) => [isWhole, state !== undefined])).toEqual([
      [true, false],
      [false, false],
      [false, true],
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
    const [message] = served.messages;
    if (message?.type !== 'patch') throw new Error('No patch.');
    expect(message.patch.changed.map(({ key }) => key)).toEqual([KEY]);
    expect(message.patch.terms?.skills.map(({ key }) => key)).toEqual([KEY]);
    expect(message.patch.state?.change?.summary).toBe(`changed ${KEY}`);
  });

  it('that only index.json tells of repeats no text', () => {
    const root = temporaryRegistry([KEY]);
    const { served, rescan } = follow(root);
    served.messages.length = 0;
    writeFiles(root, { 'index.json': { schema: 'skills/v1', skills: [{ key: KEY, repo_source_url: 'x' }] } });
    rescan();
    const [message] = served.messages;
    if (message?.type !== 'patch') throw new Error('No patch.');
    expect(message.patch.changed.map((change) => Object.keys(change).sort())).toEqual([
      ['entry', 'findings', 'key'],
    ]);
  });

  it('that changes nothing posts nothing', () => {
    const { served, rescan } = follow(temporaryRegistry([KEY]));
    served.messages.length = 0;
    rescan();
    expect(served.messages.map(({ type }) => type)).toEqual(['scanned', 'rescanned']);
  });

  it('is seen by itself', async () => {
    const root = temporaryRegistry([KEY]);
    const { served } = follow(root, { watch: 'events', scanIntervalMs: 30_000 });
    const scans = () => served.messages.filter(({ type }) => type === 'scanned').length;
    await vi.waitFor(() => expect(scans()).toBeGreaterThan(1), WAIT);
    writeFiles(root, skillFiles(`skills/${OTHER}`, OTHER));
    await vi.waitFor(() => expect(served.records.has(OTHER)).toBe(true), WAIT);
  });

  it('of a link to the registry posts the other folder whole', () => {
    const [one, two] = [temporaryRegistry([KEY]), temporaryRegistry([OTHER])];
    const link = join(temporaryFolder({}), 'current');
    symlinkSync(one, link);
    const { served, rescan } = follow(link);
    rmSync(link);
    symlinkSync(two, link);
    rescan();
    expect([...served.records.keys()]).toEqual([OTHER]);
    expect(served.state?.location.root).toBe(two);
    expect(served.state?.head.version).toBe(2);
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
    expect(served.state?.general.loader).toMatchObject([{ code: 'unreadable-kept', file: 'skills/cpp' }]);
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
    expect(served.state?.general.loader).toMatchObject([{ code: 'unreadable-kept', file }]);
  });

  it('is named where it never was readable, and the rest is served', () => {
    const root = temporaryRegistry([KEY]);
    const served = new Served();
    const file = `skills/${KEY}/safety.md`;
    let isReadable = false;
    const read: Disk['read'] = (request) =>
      isReadable || request.path !== join(root, file)
        ? ownDisk.read(request)
        : { ok: false, cause: 'unreadable', code: 'EIO' };
    const follower = new RegistryFollower(served.take, { ...ownDisk, read });
    onTestFinished(() => follower.close());
    follower.follow([{ id: 'one', folder: root, watch: 'off', scanIntervalMs: 0, isReplica: false }]);
    expect(served.records.get(KEY)?.files.get('safety.md')?.unread).toBe("can't be read (EIO)");
    expect(served.state?.general.loader).toMatchObject([{ code: 'file-unreadable', file }]);
    isReadable = true;
    follower.take({ type: 'rescan', id: 1 });
    expect(contentOf(served)).toEqual(freshContentOf(root));
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
  });

  it('is a mount point that lost its drive: another folder, and empty', () => {
    const root = temporaryRegistry([KEY]);
    const { served, rescan } = follow(root);
    renameSync(root, `${root}-away`);
    mkdirSync(root);
    rescan();
    expect(served.unavailable).toContain('as if a drive were unplugged');
    expect(served.records.has(KEY)).toBe(true);
  });
});

describe('a broken file', () => {
  it('skill.json leaves the last good one in place, with the texts as they are now', () => {
    const root = temporaryRegistry([KEY]);
    const { served, rescan } = follow(root);
    writeFiles(root, {
      [`skills/${KEY}/skill.json`]: '{ "name": ',
      [`skills/${KEY}/safety.md`]: '# Safety\n\nNever again.\n',
    });
    rescan();
    const record = served.records.get(KEY);
    expect(record?.manifest['name']).toBe('spdlog');
    expect(record?.texts.get('safety.md')).toContain('again');
    expect(record?.findings).toMatchObject({ loader: [{ code: 'skill-json-invalid' }], checks: [] });
  });

  it('index.json leaves the last good one in place', () => {
    const entry = { key: KEY, repo_source_url: 'x' };
    const root = temporaryRegistry([KEY], { 'index.json': { schema: 'skills/v1', skills: [entry] } });
    const { served, rescan } = follow(root);
    writeFiles(root, { 'index.json': '{' });
    rescan();
    expect(served.records.get(KEY)?.entry).toMatchObject(entry);
    expect(served.state?.general.loader).toMatchObject([{ code: 'index-json-invalid' }]);
  });
});

const FOLDERS = [`skills/${KEY}`, `skills/${OTHER}`, 'skills/odd', 'skills/go/jackc'] as const;
const folder = fc.constantFrom(...FOLDERS);

/** Edits of a registry, each by its effect on the disk. */
const edit: fc.Arbitrary<(root: string) => void> = fc.oneof(
  fc.tuple(folder, fc.constantFrom(KEY, OTHER, 'js/a/b'), fc.nat(3)).map(
    ([place, key, version]) =>
      (root: string) =>
        writeFiles(root, { [`${place}/skill.json`]: manifest(key, { version: `1.${version}` }) }),
  ),
  fc.tuple(folder, fc.constantFrom('overview.md', 'safety.md', 'examples/a.txt'), fc.string()).map(
    ([place, name, text]) =>
      (root: string) =>
        writeFiles(root, { [`${place}/${name}`]: text }),
  ),
  fc.tuple(folder, fc.constantFrom('', '/overview.md', '/skill.json')).map(
    ([place, path]) =>
      (root: string) =>
        rmSync(join(root, place + path), { recursive: true, force: true }),
  ),
  fc.tuple(folder, folder).map(([from, to]) => (root: string) => {
    if (from === to || to.startsWith(from)) return;
    rmSync(join(root, to), { recursive: true, force: true });
    renameSync(join(root, from), join(root, to));
  }),
  fc.tuple(folder, fc.constantFrom('alias.md', 'examples')).map(([place, name]) => (root: string) => {
    symlinkSync('overview.md', join(root, place, name));
  }),
  fc
    .array(fc.constantFrom(KEY, OTHER, 'go/jackc', 'x/y/z'), { maxLength: 3 })
    .map((keys) => (root: string) => {
      const skills = keys.map((key) => ({ key, summary: `Of ${key}.` }));
      writeFileSync(join(root, 'index.json'), JSON.stringify({ schema: 'skills/v1', version: 3, skills }));
    }),
  fc.constant((root: string) => rmSync(join(root, 'index.json'), { force: true })),
);

describe('any sequence of edits', () => {
  it('leads to what a fresh start gives', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 12 }), (edits) => {
        const root = temporaryRegistry([KEY, OTHER]);
        const served = new Served();
        const follower = new RegistryFollower(served.take);
        follower.follow([{ id: 'one', folder: root, watch: 'off', scanIntervalMs: 0, isReplica: false }]);
        for (const change of edits) {
          try {
            change(root);
          } catch {
            // What the disk refuses, such as a file behind a dangling link, is no edit.
          }
          follower.take({ type: 'rescan', id: 1 });
        }
        follower.close();
        expect(withoutHistory(contentOf(served))).toEqual(withoutHistory(freshContentOf(root)));
      }),
      { numRuns: 60 },
    );
  });
});

/** A skill.json that was edited while served goes before index.json, which a fresh start can't know. */
function withoutHistory({ skills, ...rest }: ReturnType<typeof contentOf>) {
  const isOfEntry = (code: string) => code === 'index-entry-stale' || code === 'index-entry-disagrees';
  return {
    ...rest,
    skills: skills.map(({ entry, findings, ...skill }) => ({
      ...skill,
      key: entry.key,
      findings: findings.map((some) => some.filter(({ code }) => !isOfEntry(code))),
    })),
  };
}

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
