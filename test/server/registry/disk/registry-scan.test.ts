import {
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RegistryScan } from '../../../../src-server/registry/disk/registry-scan.ts';
import type { FolderDelta } from '../../../../src-server/registry/model/folder-delta.ts';
import { emptyModel, nextModel } from '../../../../src-server/registry/model/registry-model.ts';
import { registryRevision } from '../../../../src-server/registry/model/registry-revision.ts';
import type { RegistryLocation } from '../../../../src-server/registry/model/registry-snapshot.ts';
import { faultyReader } from '../../../support/faulty-reader.ts';
import {
  skillFiles,
  temporaryFolder,
  temporaryRegistry,
  writeFiles,
} from '../../../support/temporary-registry.ts';

const KEY = 'cpp/gabime/spdlog';
const OTHER = 'go/jackc/pgx';

function scanOf(root: string) {
  const reader = faultyReader();
  const location: RegistryLocation = { root, skillsFolder: 'skills', layout: 'registry' };
  return { reader, location, scan: new RegistryScan({ reader, location }) };
}

const told = (delta: FolderDelta | undefined) => ({
  upserted: delta?.upserted.map(({ folder }) => folder) ?? [],
  removed: delta?.removed ?? [],
  unreadable: delta?.unreadable?.map(({ path, code }) => `${path} ${code}`),
});

describe('the first look', () => {
  it('tells everything, an empty registry too', () => {
    const { scan } = scanOf(temporaryRegistry([KEY, OTHER]));
    expect(told(scan.scan().delta).upserted).toEqual([`skills/${KEY}`, `skills/${OTHER}`]);
    expect(scanOf(temporaryFolder({ 'skills/.keep': '' })).scan.scan().delta).toBeDefined();
  });
});

describe('a later look', () => {
  it('tells all changes in one delta, however many', () => {
    const keys = Array.from({ length: 230 }, (_, number) => `go/a/n${number}`);
    const root = temporaryRegistry([KEY]);
    const { scan } = scanOf(root);
    scan.scan();
    writeFiles(root, Object.assign({}, ...keys.map((key) => skillFiles(`skills/${key}`, key))));
    expect(scan.scan().delta?.upserted).toHaveLength(keys.length);
  });

  it('tells nothing where nothing changed, and opens no file that has rested', () => {
    const root = temporaryRegistry([KEY]);
    const reader = faultyReader();
    const location: RegistryLocation = { root, skillsFolder: 'skills', layout: 'registry' };
    const later = Date.now() + 60_000;
    const scan = new RegistryScan({ reader, location, now: () => later });
    scan.scan();
    const { length } = reader.reads;
    expect(scan.scan().delta).toBeUndefined();
    expect(reader.reads).toHaveLength(length);
  });

  it('sees a text of the same size whose time was set back', () => {
    const root = temporaryRegistry([KEY]);
    const { scan } = scanOf(root);
    scan.scan();
    const file = join(root, 'skills', KEY, 'safety.md');
    const { atime, mtime, size } = statSync(file);
    writeFileSync(file, 'x'.repeat(size));
    utimesSync(file, atime, mtime);
    expect(told(scan.scan().delta).upserted).toEqual([`skills/${KEY}`]);
  });

  it('sees a file that was swapped for another one of the same size and time', () => {
    const root = temporaryRegistry([KEY]);
    const { scan } = scanOf(root);
    scan.scan();
    const file = join(root, 'skills', KEY, 'safety.md');
    const { atime, mtime, size } = statSync(file);
    writeFileSync(`${root}/other`, 'y'.repeat(size));
    utimesSync(`${root}/other`, atime, mtime);
    renameSync(`${root}/other`, file);
    expect(told(scan.scan(new Set([file])).delta).upserted).toEqual([`skills/${KEY}`]);
  });

  it('comes to the same revision of the list, however young the files were at the first', () => {
    const root = temporaryRegistry([KEY]);
    const location: RegistryLocation = { root, skillsFolder: 'skills', layout: 'registry' };
    const revisionAt = (now: number) => {
      const { delta } = new RegistryScan({ reader: faultyReader(), location, now: () => now }).scan();
      const { snapshot } = nextModel(emptyModel(location), delta ?? expect.unreachable(), new Date());
      return registryRevision(snapshot.skills, snapshot.contents.indexFile);
    };
    expect(revisionAt(Date.now())).toBe(revisionAt(Date.now() + 60_000));
  });

  it('names the folders that are too young for their times to be believed', () => {
    const root = temporaryRegistry([KEY]);
    const { scan } = scanOf(root);
    expect(scan.scan().racy).toContain(join(root, 'skills', KEY));
  });

  it('does not hash a folder for ever whose files come from the future', () => {
    const root = temporaryRegistry([KEY]);
    const future = new Date(Date.now() + 3_600_000_000);
    utimesSync(join(root, 'skills', KEY, 'safety.md'), future, future);
    const location: RegistryLocation = { root, skillsFolder: 'skills', layout: 'registry' };
    const scan = new RegistryScan({ reader: faultyReader(), location, now: () => Date.now() + 10_000 });
    expect(scan.scan().racy).toEqual([]);
  });

  it('reads index.json again only after a change', () => {
    const root = temporaryRegistry([KEY], { 'index.json': { schema: 'skills/v1', version: 1, skills: [] } });
    const { scan } = scanOf(root);
    expect(scan.scan().delta?.indexFile?.index?.version).toBe(1);
    writeFileSync(join(root, 'skills', KEY, 'safety.md'), 'new\n');
    expect(scan.scan().delta?.indexFile).toBeUndefined();
    writeFiles(root, { 'index.json': { schema: 'skills/v1', version: 2, skills: [] } });
    expect(scan.scan().delta?.indexFile?.index?.version).toBe(2);
    rmSync(join(root, 'index.json'));
    expect(scan.scan().delta?.indexFile).toMatchObject({ digest: undefined, index: undefined });
  });
});

describe('what can’t be read', () => {
  it.each(['EIO', 'EACCES', 'EMFILE', 'ENFILE', 'ESTALE', 'TIMEOUT'])(
    'is not gone: a folder that answers %s stays, and is named until it is readable',
    (code) => {
      const root = temporaryRegistry([KEY, OTHER]);
      const { scan, reader } = scanOf(root);
      scan.scan();
      reader.fail(join(root, 'skills/cpp'), code);
      const during = scan.scan().delta;
      expect(told(during)).toEqual({ upserted: [], removed: [], unreadable: [`skills/cpp ${code}`] });
      expect(scan.scan().delta).toBeUndefined();
      reader.heal(join(root, 'skills/cpp'));
      expect(told(scan.scan().delta)).toEqual({ upserted: [], removed: [], unreadable: [] });
    },
  );

  it('keeps since when it is so', () => {
    const root = temporaryRegistry([KEY]);
    const { reader, location } = scanOf(root);
    let now = Date.UTC(2030, 0, 1);
    const scan = new RegistryScan({ reader, location, now: () => now });
    scan.scan();
    reader.fail(join(root, 'skills/cpp'), 'EIO');
    const first = scan.scan().delta?.unreadable;
    now += 60_000;
    reader.fail(join(root, 'index.json'), 'EIO');
    const second = scan.scan().delta?.unreadable;
    expect(first).toEqual([{ path: 'skills/cpp', code: 'EIO', since: '2030-01-01T00:00:00.000Z' }]);
    expect(second?.find(({ path }) => path === 'skills/cpp')).toEqual(first?.[0]);
  });

  it('tells what changed meanwhile when it is back, and what is really gone', () => {
    const root = temporaryRegistry([KEY, 'cpp/gabime/other', OTHER]);
    const { scan, reader } = scanOf(root);
    scan.scan();
    reader.fail(join(root, 'skills/cpp'), 'EIO');
    scan.scan();
    rmSync(join(root, 'skills/cpp/gabime/other'), { recursive: true });
    writeFileSync(join(root, 'skills', KEY, 'safety.md'), 'new\n');
    reader.heal(join(root, 'skills/cpp'));
    expect(told(scan.scan().delta)).toEqual({
      upserted: [`skills/${KEY}`],
      removed: ['skills/cpp/gabime/other'],
      unreadable: [],
    });
  });

  it('keeps its place among the files: one that was there before stays listed', () => {
    const root = temporaryRegistry([KEY]);
    const { scan, reader } = scanOf(root);
    scan.scan();
    const folder = join(root, 'skills', KEY);
    reader.fail(join(folder, 'safety.md'), 'EIO');
    reader.fail(join(folder, 'examples'), 'EIO');
    writeFileSync(join(folder, 'overview.md'), 'new\n');
    const delta = scan.scan().delta;
    expect([...(delta?.upserted[0]?.files.keys() ?? [])]).toEqual([
      'examples/basic.txt',
      'overview.md',
      'pitfalls.md',
      'safety.md',
    ]);
    expect(told(delta).unreadable).toEqual([`skills/${KEY}/examples EIO`, `skills/${KEY}/safety.md EIO`]);
  });

  it('is no change of a file that was written a moment before, and hides none', () => {
    const root = temporaryRegistry([KEY]);
    const { scan, reader } = scanOf(root);
    scan.scan();
    const file = join(root, 'skills', KEY, 'safety.md');
    reader.fail(file, 'EIO');
    expect(told(scan.scan().delta).upserted).toEqual([]);
    const { atime, mtime, size } = statSync(file);
    writeFileSync(file, 'x'.repeat(size));
    utimesSync(file, atime, mtime);
    reader.heal(file);
    expect(told(scan.scan().delta).upserted).toEqual([`skills/${KEY}`]);
  });

  it('does not lose a skill whose skill.json can’t be read', () => {
    const root = temporaryRegistry([KEY]);
    const { scan, reader } = scanOf(root);
    scan.scan();
    writeFileSync(join(root, 'skills', KEY, 'skill.json'), '{"other": 1}');
    reader.fail(join(root, 'skills', KEY, 'skill.json'), 'EIO');
    expect(told(scan.scan().delta)).toEqual({
      upserted: [],
      removed: [],
      unreadable: [`skills/${KEY}/skill.json EIO`],
    });
  });

  it.each(['skills', 'skills/cpp', 'skills/cpp/gabime/lone'])(
    'says no less of folders than before: %s stays what it is, and is told anew when it is back',
    (place) => {
      const root = temporaryRegistry([KEY], {
        'skills/cpp/gabime/lone/overview.md': '# Lone\n',
        'skills/go/a/other/overview.md': '# Other\n',
      });
      const { scan, reader } = scanOf(root);
      const before = scan.scan().delta?.walkDiagnostics;
      expect(before?.map(({ skillKey }) => skillKey)).toEqual(['cpp/gabime/lone', 'go/a/other']);
      reader.fail(join(root, place), 'EIO');
      expect(scan.scan().delta).not.toHaveProperty('walkDiagnostics');
      rmSync(join(root, 'skills/cpp/gabime/lone'), { recursive: true });
      reader.heal(join(root, place));
      expect(scan.scan().delta?.walkDiagnostics?.map(({ skillKey }) => skillKey)).toEqual(['go/a/other']);
    },
  );

  it('stays the one of two links to a folder that counts', () => {
    const root = temporaryFolder({ ...skillFiles('shelf/ws', 'js/p/q'), 'skills/.keep': '' });
    for (const link of ['skills/cpp/a/first', 'skills/go/b/second']) {
      mkdirSync(join(root, dirname(link)), { recursive: true });
      symlinkSync(join(root, 'shelf/ws'), join(root, link));
    }
    const { scan, reader } = scanOf(root);
    expect(told(scan.scan().delta).upserted).toEqual(['skills/cpp/a/first']);
    reader.fail(join(root, 'skills/cpp'), 'EIO');
    expect(told(scan.scan().delta)).toEqual({ upserted: [], removed: [], unreadable: ['skills/cpp EIO'] });
    const second = new Set([join(root, 'skills/go/b/second')]);
    expect(scan.scan(second).delta).toBeUndefined();
    rmSync(join(root, 'skills/cpp/a/first'));
    reader.heal(join(root, 'skills/cpp'));
    expect(told(scan.scan().delta)).toEqual({
      upserted: ['skills/go/b/second'],
      removed: ['skills/cpp/a/first'],
      unreadable: [],
    });
  });

  it('is said once of a folder that can be listed, and of which a file can’t be read', () => {
    const root = temporaryRegistry([KEY], { 'skills/cpp/gabime/lone/overview.md': '# Lone\n' });
    const { scan, reader } = scanOf(root);
    scan.scan();
    reader.fail(join(root, 'skills/cpp/gabime/lone/overview.md'), 'EIO');
    expect(scan.scan().delta ?? {}).not.toHaveProperty('walkDiagnostics');
  });

  it('is everything where the folder of skills itself can’t be listed', () => {
    const root = temporaryRegistry([KEY, OTHER]);
    const { scan, reader } = scanOf(root);
    scan.scan();
    reader.fail(join(root, 'skills'), 'EIO');
    expect(told(scan.scan().delta)).toEqual({ upserted: [], removed: [], unreadable: ['skills EIO'] });
  });
});

describe('links', () => {
  it('to one folder count the same, however the changes were told', () => {
    const root = temporaryRegistry([KEY]);
    mkdirSync(join(root, 'shelf'));
    writeFiles(root, skillFiles('shelf/ws', 'js/websockets/ws'));
    mkdirSync(join(root, 'skills/js/websockets'), { recursive: true });
    symlinkSync(join(root, 'shelf/ws'), join(root, 'skills/js/websockets/ws'));
    mkdirSync(join(root, 'skills/js/zz'));
    symlinkSync(join(root, 'shelf/ws'), join(root, 'skills/js/zz/ws'));
    const { scan, location } = scanOf(root);
    const state = fold(undefined, scan.scan().delta);
    // Told of the second link alone, it must not count beside the first.
    const after = fold(state, scan.scan(new Set([join(root, 'skills/js/zz')])).delta);
    unlinkSync(join(root, 'skills/js/websockets/ws'));
    const moved = fold(after, scan.scan(new Set([join(root, 'skills/js/websockets/ws')])).delta);
    expect([...moved.keys()]).toEqual(['skills/cpp/gabime/spdlog', 'skills/js/zz/ws']);
    expect(moved).toEqual(
      fold(undefined, new RegistryScan({ reader: faultyReader(), location }).scan().delta),
    );
  });

  it('to a folder of folders are followed to what comes there later', () => {
    const root = temporaryRegistry([KEY], { 'shelf/.keep': '' });
    symlinkSync(join(root, 'shelf'), join(root, 'skills/js'));
    const { scan } = scanOf(root);
    scan.scan();
    writeFiles(root, skillFiles('shelf/websockets/ws', 'js/websockets/ws'));
    const delta = scan.scan(new Set([join(root, 'shelf/websockets')])).delta;
    expect(told(delta).upserted).toEqual(['skills/js/websockets/ws']);
  });

  it('that lead up again count for nothing, when they alone are told of, too', () => {
    const root = temporaryRegistry([KEY]);
    const { scan } = scanOf(root);
    scan.scan();
    const link = join(root, 'skills/js');
    symlinkSync(join(root, 'skills'), link);
    expect(told(scan.scan(new Set([link])).delta).upserted).toEqual([]);
  });

  it('may be the folder of skills itself: what is edited behind it is seen', () => {
    const root = temporaryFolder(skillFiles(`shelf/${KEY}`, KEY));
    symlinkSync(join(root, 'shelf'), join(root, 'skills'));
    const { scan } = scanOf(root);
    expect(told(scan.scan().delta).upserted).toEqual([`skills/${KEY}`]);
    const file = join(root, 'shelf', KEY, 'safety.md');
    writeFileSync(file, 'new\n');
    expect(told(scan.scan(new Set([file])).delta).upserted).toEqual([`skills/${KEY}`]);
  });
});

describe('a skill.json that is no file', () => {
  it.each([
    ['a link that leads out', (path: string) => symlinkSync('/etc/hostname', path)],
    ['a link that leads nowhere', (path: string) => symlinkSync('nothing', path)],
  ])('is said to be: %s', (reason, make) => {
    const root = temporaryRegistry([KEY]);
    const path = join(root, 'skills', KEY, 'skill.json');
    rmSync(path);
    make(path);
    const [folder] = scanOf(root).scan.scan().delta?.upserted ?? [];
    expect(folder?.manifest).toBeUndefined();
    expect(folder?.diagnostics[0]?.message).toContain(reason);
  });
});

/** What is known after a delta: fingerprints by folder, without the parts that tell how young a file is. */
function fold(
  before: ReadonlyMap<string, unknown> | undefined,
  delta: FolderDelta | undefined,
): ReadonlyMap<string, unknown> {
  const state = new Map(before);
  for (const folder of delta?.removed ?? []) state.delete(folder);
  for (const { folder, fingerprint: _young, ...rest } of delta?.upserted ?? []) state.set(folder, rest);
  return new Map([...state].sort(([a], [b]) => (a < b ? -1 : 1)));
}
