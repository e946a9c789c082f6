import { chmodSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { locateRegistry } from '../../../../src-server/registry/locate.ts';
import { RegistryScan } from '../../../../src-server/registry/worker/scan.ts';
import type { ChangedNames } from '../../../../src-server/registry/worker/walked-folders.ts';
import { faultyDisk } from '../../../support/faulty-disk.ts';
import { follow } from '../../../support/followed-registry.ts';
import { skillFiles, temporaryRegistry, writeFiles } from '../../../support/temporary-registry.ts';

const KEYS = ['cpp/a/one', 'cpp/a/two', 'go/b/three'];
const [ONE = '', TWO = '', THREE = ''] = KEYS;
const folderOf = (key: string) => `skills/${key}`;

function scanOf(root: string, options: { readonly maxLength?: number } = {}) {
  const located = locateRegistry(root);
  if (!located.ok) throw new Error(located.reason);
  const disk = faultyDisk();
  const scan = new RegistryScan(located.location, { disk, ...options });
  const take = (changes?: ChangedNames) => {
    const scanned = scan.scan(changes);
    if (scanned === undefined) throw new Error('The scan was discarded.');
    return scanned;
  };
  return { disk, scan, take };
}

const changesOf = (root: string, ...rows: readonly (readonly [string, string])[]): ChangedNames =>
  new Map(rows.map(([folder, name]) => [join(root, folder), new Set([name])]));

describe('a scan of what changed', () => {
  it('reads the files of the skill that changed, and lists no other', () => {
    const root = temporaryRegistry(KEYS);
    const { take, disk } = scanOf(root);
    take();
    writeFiles(root, { [`${folderOf(ONE)}/safety.md`]: 'New.' });
    const before = disk.reads.length;
    const { changed, texts } = take(changesOf(root, [folderOf(ONE), 'safety.md']));
    expect([...changed]).toEqual([folderOf(ONE)]);
    expect(texts.get(folderOf(ONE))?.get('safety.md')).toBe('New.');
    const read = new Set(disk.reads.slice(before).map((path) => path.slice(root.length + 1)));
    expect([...read].every((path) => path.startsWith(folderOf(ONE)))).toBe(true);
  });

  it.each([
    ['the folder first', [folderOf(TWO), 'skill.json'], ['skills/cpp/a', 'two']],
    ['the folder above first', ['skills/cpp/a', 'two'], [folderOf(TWO), 'skill.json']],
  ] as const)('takes a removed skill for gone, in any order of events: %s', (_, one, other) => {
    const root = temporaryRegistry(KEYS);
    const { take } = scanOf(root);
    take();
    rmSync(join(root, folderOf(TWO)), { recursive: true });
    const { changed, contents } = take(changesOf(root, one, other));
    expect([...changed]).toEqual([folderOf(TWO)]);
    expect([...contents.folders.keys()]).toEqual([folderOf(ONE), folderOf(THREE)]);
  });

  it('finds a new skill below a new folder', () => {
    const root = temporaryRegistry(KEYS);
    const { take } = scanOf(root);
    take();
    writeFiles(root, skillFiles('skills/go/new/four', 'go/new/four'));
    const { changed } = take(changesOf(root, ['skills/go', 'new']));
    expect([...changed]).toEqual(['skills/go/new/four']);
  });
});

describe('a change in a folder that was not scanned before, as a watcher of trees tells it', () => {
  it.each(['skills/go/new/four', 'skills/go/b/three/references', 'skills/rust/new/four'])(
    'is found: %s',
    (folder) => {
      const root = temporaryRegistry(KEYS);
      const { take } = scanOf(root);
      take();
      writeFiles(root, skillFiles(folder, 'go/new/four'));
      const { changed } = take(changesOf(root, [folder, 'safety.md']));
      expect([...changed]).toEqual([folder]);
    },
  );
});

describe('files that are written again with the same bytes', () => {
  it('are no change: of a text, of skill.json, and with other times', () => {
    const root = temporaryRegistry(KEYS);
    const { take } = scanOf(root);
    const { contents } = take();
    for (const name of ['safety.md', 'skill.json']) {
      const file = join(root, folderOf(ONE), name);
      writeFileSync(file, readFileSync(file));
      utimesSync(file, 1, 1);
    }
    chmodSync(join(root, folderOf(TWO), 'safety.md'), 0o600);
    const again = take();
    expect(again.isSame).toBe(true);
    expect(again.changed.size).toBe(0);
    expect(again.contents).toBe(contents);
  });
});

describe('a folder that can’t be read', () => {
  it('is due again after pauses that grow, and is read once it can be', () => {
    const root = temporaryRegistry(KEYS);
    let now = 1_000_000;
    // An hour later: what has just been written is due again, too.
    const later = Date.now() + 3_600_000;
    const clocks = [
      vi.spyOn(performance, 'now').mockImplementation(() => now),
      vi.spyOn(Date, 'now').mockImplementation(() => later),
    ];
    onTestFinished(() => {
      for (const clock of clocks) clock.mockRestore();
    });
    const { take, disk, scan } = scanOf(root);
    disk.fail(join(root, folderOf(THREE)), 'EACCES');
    take();
    const pauses: number[] = [];
    for (let times = 0; times < 7; times += 1) {
      pauses.push(scan.dueAt - now);
      now = scan.dueAt;
      take(new Map());
    }
    expect(pauses).toEqual([2_200, 4_400, 8_800, 17_600, 30_000, 30_000, 30_000]);
    disk.heal(join(root, folderOf(THREE)));
    now = scan.dueAt;
    expect([...take(new Map()).changed]).toEqual([folderOf(THREE)]);
  });
});

describe('a skill for which the registry has no room', () => {
  it('is served once others have gone', () => {
    const root = temporaryRegistry([ONE, TWO, THREE].slice(0, 2));
    const text = 'x'.repeat(1_000);
    for (const key of [ONE, TWO]) writeFiles(root, { [`${folderOf(key)}/safety.md`]: text });
    const { take } = scanOf(root, { maxLength: 1_500 });
    const { contents } = take();
    const isServed = (key: string) => contents.folders.get(folderOf(key))?.manifest !== undefined;
    expect([isServed(ONE), isServed(TWO)]).toEqual([true, false]);
    rmSync(join(root, folderOf(ONE)), { recursive: true });
    take();
    take(new Map());
    expect(isServed(TWO)).toBe(true);
  });
});

describe('a skill whose reading throws', () => {
  it('is a diagnostic of its own, and all others are served', () => {
    const root = temporaryRegistry(KEYS);
    const { served, disk, rescan } = follow(root);
    const { read } = disk;
    Object.assign(disk, {
      read: (request: Parameters<typeof read>[0]) => {
        if (request.path.includes(folderOf(ONE))) throw new RangeError('Maximum call stack size exceeded');
        return read(request);
      },
    });
    for (const key of [ONE, TWO]) writeFiles(root, { [`${folderOf(key)}/safety.md`]: 'New.' });
    rescan();
    expect(served.records.get(TWO)?.texts.get('safety.md')).toBe('New.');
    expect(served.records.get(ONE)?.texts.get('safety.md')).not.toBe('New.');
    expect(served.state?.general).toContainEqual(
      expect.objectContaining({
        ...{ code: 'unreadable-kept', skillKey: ONE },
        message: expect.stringContaining('Maximum call stack size exceeded'),
      }),
    );
  });
});

describe('a file of a skill that can’t be read from the start', () => {
  it('keeps no edit of the other files from being served', () => {
    const root = temporaryRegistry(KEYS);
    const { disk, take } = scanOf(root);
    disk.fail(join(root, folderOf(ONE), 'pitfalls.md'), 'EACCES');
    take();
    writeFiles(root, { [`${folderOf(ONE)}/safety.md`]: 'New.' });
    const { texts } = take();
    expect(texts.get(folderOf(ONE))?.get('safety.md')).toBe('New.');
    disk.heal(join(root, folderOf(ONE), 'pitfalls.md'));
    expect(take().contents.folders.get(folderOf(ONE))?.contentPaths).toContain('pitfalls.md');
  });
});
