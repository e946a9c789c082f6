import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  promises,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  FileChanged,
  markOf,
  removeInside,
  WriteRefused,
  writeInside,
} from '../../../src-server/platform/files.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { notAsRoot, unless } from '../../support/unless.ts';

const modeOf = (file: string) => statSync(file).mode & 0o777;

function withUmask(mask: number): void {
  const before = process.umask(mask);
  onTestFinished(() => {
    process.umask(before);
  });
}

/** Once, when the new file is open. */
function whileWriting(change: () => void): void {
  const { open } = promises;
  vi.spyOn(promises, 'open').mockImplementationOnce(async (...given) => {
    const handle = await open(...given);
    change();
    return handle;
  });
  onTestFinished(() => void vi.restoreAllMocks());
}

describe('writeInside', () => {
  it('makes missing folders and leaves nothing but the file', async () => {
    const root = temporaryFolder();
    await writeInside(root, 'a/b/file.txt', 'text');
    expect(readFileSync(join(root, 'a/b/file.txt'), 'utf8')).toBe('text');
    expect(readdirSync(join(root, 'a/b'))).toEqual(['file.txt']);
  });

  it.each([0o664, 0o600, 0o444, 0o755])('keeps permissions, whatever the umask: %o', async (mode) => {
    const root = temporaryFolder({ 'file.txt': 'old' });
    chmodSync(join(root, 'file.txt'), mode);
    withUmask(0o077);
    await writeInside(root, 'file.txt', 'new');
    expect([modeOf(join(root, 'file.txt')), readFileSync(join(root, 'file.txt'), 'utf8')]).toEqual([
      mode,
      'new',
    ]);
  });

  it('gives a new file the permissions that were asked for, less the umask', async () => {
    const root = temporaryFolder();
    withUmask(0o027);
    await writeInside(root, 'private/file.txt', 'text', { mode: 0o600 });
    await writeInside(root, 'file.txt', 'text');
    expect(['private/file.txt', 'private', 'file.txt'].map((path) => modeOf(join(root, path)))).toEqual([
      0o600, 0o700, 0o640,
    ]);
  });

  it('keeps the owner where it may', unless(notAsRoot), async () => {
    const root = temporaryFolder({ 'file.txt': 'old' });
    chownSync(join(root, 'file.txt'), 12_345, 12_346);
    await writeInside(root, 'file.txt', 'new');
    expect(statSync(join(root, 'file.txt'))).toMatchObject({ uid: 12_345, gid: 12_346 });
  });

  it.each(['', '.', '..', '../file.txt', 'a/../../file.txt', '/etc/file.txt', 'a//b', 'a\0b'])(
    'takes no path that could lead elsewhere: %j',
    async (path) => {
      await expect(writeInside(temporaryFolder(), path, 'text')).rejects.toThrow(WriteRefused);
    },
  );

  it('refuses a folder where the file would be, and a file where a folder would be', async () => {
    const root = temporaryFolder({ 'file.txt': 'kept', 'folder/inside.txt': 'kept' });
    await expect(writeInside(root, 'folder', 'text')).rejects.toThrow('not a regular file');
    await expect(writeInside(root, 'file.txt/below', 'text')).rejects.toThrow('not a folder');
    expect(readdirSync(root).sort()).toEqual(['file.txt', 'folder']);
  });

  it('writes nothing where the folder becomes a link while it writes', async () => {
    const [root, victim] = [temporaryFolder({ 'folder/file.txt': 'old' }), temporaryFolder()];
    whileWriting(() => {
      renameSync(join(root, 'folder'), join(root, 'aside'));
      symlinkSync(victim, join(root, 'folder'));
    });
    await expect(writeInside(root, 'folder/file.txt', 'new')).rejects.toThrow('is a link');
    expect(readdirSync(victim)).toEqual([]);
    expect(readFileSync(join(root, 'aside/file.txt'), 'utf8')).toBe('old');
  });

  it.each([
    ['edited', (file: string) => writeFileSync(file, 'edited')],
    [
      'replaced by a link',
      (file: string) => {
        renameSync(file, `${file}.aside`);
        symlinkSync('/etc/hostname', file);
      },
    ],
    ['removed', (file: string) => renameSync(file, `${file}.aside`)],
  ])('leaves a file alone that is %s while it writes', async (_what, change) => {
    const root = temporaryFolder({ 'file.txt': 'old' });
    const file = join(root, 'file.txt');
    let after: unknown;
    whileWriting(() => {
      change(file);
      after = lstatSync(file, { throwIfNoEntry: false });
    });
    await expect(writeInside(root, 'file.txt', 'new')).rejects.toThrow(WriteRefused);
    expect(lstatSync(file, { throwIfNoEntry: false })).toEqual(after);
    expect(readdirSync(root).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('leaves a file alone that is not as it was when it was read', async () => {
    const root = temporaryFolder({ 'file.txt': 'old' });
    const expected = await markOf(root, 'file.txt');
    writeFileSync(join(root, 'file.txt'), 'abc');
    await expect(writeInside(root, 'file.txt', 'new', { expected })).rejects.toThrow(FileChanged);
    expect(readFileSync(join(root, 'file.txt'), 'utf8')).toBe('abc');
  });

  it('sees an edit of the same length and time', async () => {
    const root = temporaryFolder({ 'file.txt': 'old' });
    const file = join(root, 'file.txt');
    const { atime, mtime } = statSync(file);
    const expected = await markOf(root, 'file.txt');
    writeFileSync(file, 'odd');
    utimesSync(file, atime, mtime);
    await expect(writeInside(root, 'file.txt', 'new', { expected })).rejects.toThrow(FileChanged);
  });
});

it.each(['a link', 'a folder', 'a link on the way'])('removes no file that is %s', async (what) => {
  const elsewhere = temporaryFolder({ 'a.md': 'theirs' });
  const root = temporaryFolder({ 'main.c': '' });
  if (what === 'a link') symlinkSync(join(elsewhere, 'a.md'), join(root, 'a.md'));
  if (what === 'a folder') mkdirSync(join(root, 'a.md'));
  if (what === 'a link on the way') symlinkSync(elsewhere, join(root, 'in'));
  const path = what === 'a link on the way' ? 'in/a.md' : 'a.md';
  await expect(removeInside(root, path)).rejects.toThrow(WriteRefused);
  expect(readFileSync(join(elsewhere, 'a.md'), 'utf8')).toBe('theirs');
});
