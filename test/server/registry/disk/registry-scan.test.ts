import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RegistryScan } from '../../../../src-server/registry/disk/registry-scan.ts';
import type { FolderDelta } from '../../../../src-server/registry/model/folder-delta.ts';
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

  it('is everything where the folder of skills itself can’t be listed', () => {
    const root = temporaryRegistry([KEY, OTHER]);
    const { scan, reader } = scanOf(root);
    scan.scan();
    reader.fail(join(root, 'skills'), 'EIO');
    expect(told(scan.scan().delta)).toEqual({ upserted: [], removed: [], unreadable: ['skills EIO'] });
  });
});

describe('links', () => {
  it('to a folder of folders are followed to what comes there later', () => {
    const root = temporaryRegistry([KEY], { 'shelf/.keep': '' });
    symlinkSync(join(root, 'shelf'), join(root, 'skills/js'));
    const { scan } = scanOf(root);
    scan.scan();
    writeFiles(root, skillFiles('shelf/websockets/ws', 'js/websockets/ws'));
    const delta = scan.scan(new Set([join(root, 'shelf/websockets')])).delta;
    expect(told(delta).upserted).toEqual(['skills/js/websockets/ws']);
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
