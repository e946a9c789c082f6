import { expect, it } from 'vitest';
import { describeAccess } from '../../../src-server/registry/describe-access.ts';

it('says where macOS is told that a folder may be read', () => {
  expect(describeAccess('/Users/me/Documents/skills', 'EPERM', 'darwin')).toBe(
    'macOS does not let this program read /Users/me/Documents/skills: allow it in System Settings, Privacy & Security, Files and Folders.',
  );
});

it.each([
  ['EACCES', 'darwin'],
  ['EPERM', 'linux'],
  ['EPERM', 'win32'],
] as const)('takes %s on %s for what the folder’s own rights say', (code, platform) => {
  expect(describeAccess('/skills', code, platform)).toBe('/skills may not be read: permission denied.');
});

it('names a code that it has no words for', () => {
  expect(describeAccess('/skills', 'EIO', 'linux')).toBe('/skills could not be read: EIO.');
});
