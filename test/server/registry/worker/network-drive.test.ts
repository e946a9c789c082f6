import { join } from 'node:path';
import { expect, it } from 'vitest';
import { networkDriveOf } from '../../../../src-server/registry/worker/network-drive.ts';

const [FUSE, EXT4] = [() => 0x65735546, () => 0xef53];
const MOUNT = join('/', 'tmp', '.mount_SkillsAb12');

it('names the drives whose changes raise no event', () => {
  expect(networkDriveOf('/home/me/remote', 'linux', {}, FUSE)).toBe('FUSE');
  expect(networkDriveOf('/home/me/skills', 'linux', {}, EXT4)).toBeUndefined();
  expect(networkDriveOf('\\\\server\\share', 'win32', {}, EXT4)).toBe('a network share');
});

it('does not take what an AppImage brought along for a foreign drive', () => {
  const env = { APPDIR: MOUNT };
  expect(networkDriveOf(`${MOUNT}/resources/sample-registry`, 'linux', env, FUSE)).toBeUndefined();
  expect(networkDriveOf('/tmp/.mount_SkillsAb12-else', 'linux', env, FUSE)).toBe('FUSE');
});
