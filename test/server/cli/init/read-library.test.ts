import { mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readLibrary } from '../../../../src-server/cli/init/read-library.ts';
import { temporaryFolder } from '../../../support/temporary-registry.ts';

const ADDRESS = 'https://github.com/acme/tiny';
const CONFIG = `[remote "mirror"]\n\turl = https://github.com/m/m\n[remote "origin"]\n\turl = ${ADDRESS}\n`;

const remoteOf = (folder: string) => readLibrary(folder).texts.remote;

it('takes git’s remote of the folder, or of one above: upstream before origin', () => {
  const upstream = '[remote "upstream"]\n\turl = git@github.com:up/tiny.git\n';
  const root = temporaryFolder({ '.git/config': CONFIG, 'packages/one/package.json': '{}' });
  expect(remoteOf(root)).toBe(ADDRESS);
  expect(remoteOf(join(root, 'packages/one'))).toBe(ADDRESS);
  expect(remoteOf(temporaryFolder({ '.git/config': CONFIG + upstream }))).toBe('git@github.com:up/tiny.git');
});

it('takes that of a worktree and of a submodule from their repository', () => {
  const root = temporaryFolder({
    '.git/config': '[remote "origin"]\n\turl = other\n',
    '.git/modules/sub/config': CONFIG,
    'sub/.git': 'gitdir: ../.git/modules/sub\n',
    'main/.git/config': CONFIG,
    'main/.git/worktrees/two/commondir': '../..\n',
    'two/.git': 'gitdir: ../main/.git/worktrees/two\n',
  });
  expect(remoteOf(join(root, 'sub'))).toBe(ADDRESS);
  expect(remoteOf(join(root, 'two'))).toBe(ADDRESS);
});

it.each(['gitdir: /nowhere/at/all\n', 'gitdir: //server/share/x\n', 'nonsense'])(
  'goes on without git where .git is %j',
  (text) => {
    expect(remoteOf(temporaryFolder({ '.git': text }))).toBeUndefined();
  },
);

it('reads Cargo.toml of the folders above, but none above the repository', () => {
  const root = temporaryFolder({
    'Cargo.toml': 'outside',
    'repo/.git/config': CONFIG,
    'repo/Cargo.toml': 'workspace',
    'repo/crates/one/Cargo.toml': 'one',
  });
  expect(readLibrary(join(root, 'repo/crates/one')).texts.cargoAbove).toEqual(['workspace']);
});

it('reads no package file that is too large, a link or a folder, and says so', () => {
  const root = temporaryFolder({ 'package.json': '{}', 'elsewhere.toml': '[package]' });
  truncateSync(join(root, 'package.json'), 1024 * 1024 + 1);
  symlinkSync(join(root, 'elsewhere.toml'), join(root, 'Cargo.toml'));
  mkdirSync(join(root, 'go.mod'));
  const { texts, notes } = readLibrary(root);
  expect(texts.packages).toEqual({});
  expect(notes).toHaveLength(3);
});
