import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { userFolders } from '../../src-server/platform/files.ts';
import { changedFiles, readState, testEnvironment } from './temporary-home.ts';
import { temporaryFolder } from './temporary-registry.ts';
import { onWindows, unless } from './unless.ts';

describe('the home of the tests', () => {
  it('is a temporary one, in every test process', () => {
    for (const folder of [homedir(), userFolders().data]) expect(folder.startsWith(tmpdir())).toBe(true);
  });

  it('has no installed command on its PATH, and all other programs', unless(onWindows), () => {
    const [bin, other, folder] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    for (const name of ['skills-registry', 'node']) {
      writeFileSync(join(bin, name), '#!/bin/sh\n');
      chmodSync(join(bin, name), 0o755);
    }
    const { PATH = '' } = testEnvironment({ PATH: [bin, other].join(delimiter) }, folder);
    const [first = '', second] = PATH.split(delimiter);
    expect(existsSync(join(first, 'skills-registry'))).toBe(false);
    expect(existsSync(join(first, 'node'))).toBe(true);
    expect(second).toBe(other);
  });
});

it('notices every file that was made, changed or removed', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'servers'));
  writeFileSync(join(folder, 'remembered-registry.json'), '{}');
  const before = readState(folder);
  expect(changedFiles(before, readState(folder))).toEqual([]);
  writeFileSync(join(folder, 'remembered-registry.json'), '{"registry": "/other"}');
  writeFileSync(join(folder, 'servers', '1.json'), '{}');
  expect(changedFiles(before, readState(folder))).toEqual([
    'remembered-registry.json',
    join('servers', '1.json'),
  ]);
  expect(changedFiles(readState(folder), before)).toHaveLength(2);
  expect(changedFiles(before, readState('/nowhere'))).toEqual(['remembered-registry.json']);
});
