import { mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLibrary } from '../../../../src-server/cli/init/read-library.ts';
import { faultyDisk } from '../../../support/faulty-disk.ts';
import { temporaryFolder } from '../../../support/temporary-registry.ts';

const CONFIG = '[remote "origin"]\n\turl = https://github.com/acme/tiny\n';

const gitOf = (folder: string) => readLibrary(folder).texts.git;

describe('readLibrary', () => {
  it('finds git’s settings in the folder, or in one above', () => {
    const root = temporaryFolder({ '.git/config': CONFIG, 'packages/one/package.json': '{}' });
    expect(gitOf(root)).toEqual({ config: CONFIG });
    expect(gitOf(join(root, 'packages/one'))).toEqual({ config: CONFIG });
  });

  it('finds those of a worktree, which are its repository’s', () => {
    const root = temporaryFolder({
      'main/.git/config': CONFIG,
      'main/.git/worktrees/two/commondir': '../..\n',
      'two/a.txt': '',
    });
    const named = temporaryFolder({ '.git': `gitdir: ${join(root, 'main/.git/worktrees/two')}\n` });
    expect(gitOf(named)).toEqual({ config: CONFIG });
  });

  it('finds those of a submodule, and not of the repository around it', () => {
    const root = temporaryFolder({
      '.git/config': 'other',
      '.git/modules/sub/config': CONFIG,
      'sub/.git': 'gitdir: ../.git/modules/sub\n',
    });
    expect(gitOf(join(root, 'sub'))).toEqual({ config: CONFIG });
  });

  it('goes on without git where its settings are gone, another computer’s, or can’t be read', () => {
    expect(gitOf(temporaryFolder({ '.git': 'gitdir: /nowhere/at/all\n' }))).toBeUndefined();
    expect(gitOf(temporaryFolder({ '.git': 'gitdir: //server/share/x\n' }))).toBeUndefined();
    expect(gitOf(temporaryFolder({ '.git': 'nonsense' }))).toBeUndefined();
    const root = temporaryFolder({ '.git/config': CONFIG });
    const reader = faultyDisk();
    reader.fail(join(root, '.git'), 'EACCES');
    expect(readLibrary(root, reader).texts.git).toBeUndefined();
  });

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
    expect(notes).toEqual([
      'Cargo.toml is no plain file that can be read, so it was not.',
      'go.mod is no plain file that can be read, so it was not.',
      'package.json is larger than 1 MiB, so it was not read.',
    ]);
  });
});
