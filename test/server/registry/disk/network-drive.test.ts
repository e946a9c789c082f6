import { expect, it } from 'vitest';
import type { DiskReader } from '../../../../src-server/registry/disk/disk-reader.ts';
import { networkDriveOf } from '../../../../src-server/registry/disk/network-drive.ts';

/** A disk whose file system is of this type. */
const doorOf = (type: number) => ({ call: () => ({ type }) }) as unknown as DiskReader;
const FUSE = doorOf(0x65735546);
const EXT4 = doorOf(0xef53);
const MOUNT = '/tmp/.mount_SkillsAb12';

it('names the drives whose changes raise no event', () => {
  expect(networkDriveOf(FUSE, '/home/me/remote', 'linux', {})).toBe('FUSE');
  expect(networkDriveOf(EXT4, '/home/me/skills', 'linux', {})).toBeUndefined();
  expect(networkDriveOf(EXT4, '\\\\server\\share', 'win32', {})).toBe('a network share');
  expect(networkDriveOf(FUSE, '/Volumes/remote', 'darwin', {})).toBeUndefined();
});

it('does not take what an AppImage brought along for a foreign drive', () => {
  const env = { APPDIR: MOUNT };
  expect(networkDriveOf(FUSE, `${MOUNT}/resources/sample-registry`, 'linux', env)).toBeUndefined();
  expect(networkDriveOf(FUSE, '/tmp/.mount_SkillsAb12-else', 'linux', env)).toBe('FUSE');
});

it('says nothing where the disk does not tell', () => {
  const silent = {
    call: () => {
      throw new Error('ENOENT');
    },
  } as unknown as DiskReader;
  expect(networkDriveOf(silent, '/gone', 'linux', {})).toBeUndefined();
});
