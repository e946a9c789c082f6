import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDiskReader } from '../../../../src-server/registry/worker/disk.ts';
import { temporaryFolder } from '../../../support/temporary-registry.ts';
import { notOnLinux, unless } from '../../../support/unless.ts';

const reader = createDiskReader();
const ANY_SIZE = Number.POSITIVE_INFINITY;

describe('reading a file', () => {
  it('refuses a link in place of the file', () => {
    const folder = temporaryFolder({ 'inside/a.md': 'text', 'secret.txt': 'secret' });
    const path = join(folder, 'inside/a.md');
    rmSync(path);
    symlinkSync('../secret.txt', path);
    const read = reader.read({ path, inside: join(folder, 'inside'), maxSize: ANY_SIZE });
    expect(read).toMatchObject({ ok: false, cause: 'changed' });
  });

  it('refuses a file that is outside since a folder above it became a link', () => {
    const folder = temporaryFolder({ 'inside/examples/a.txt': 'text', 'outside/a.txt': 'secret' });
    const path = join(folder, 'inside/examples/a.txt');
    renameSync(join(folder, 'inside/examples'), join(folder, 'former'));
    symlinkSync('../outside', join(folder, 'inside/examples'));
    const read = reader.read({ path, inside: join(folder, 'inside'), maxSize: ANY_SIZE });
    expect(read).toMatchObject({ ok: false, cause: 'outside' });
  });

  it('refuses what is larger than it may be', () => {
    const folder = temporaryFolder({ 'a.md': '12345' });
    const read = reader.read({ path: join(folder, 'a.md'), inside: folder, maxSize: 4 });
    expect(read).toEqual({ ok: false, cause: 'too-large', code: 'EFBIG' });
  });

  it('does not wait for a pipe’s writer, nor take a folder for a file', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'pipe.md');
    if (process.platform !== 'win32') {
      execFileSync('mkfifo', [path]);
      expect(reader.read({ path, inside: folder, maxSize: ANY_SIZE })).toMatchObject({ cause: 'irregular' });
    }
    mkdirSync(join(folder, 'folder.md'));
    const read = reader.read({ path: join(folder, 'folder.md'), inside: folder, maxSize: ANY_SIZE });
    expect(read.ok).toBe(false);
  });

  it('tells what is gone from what can’t be read', () => {
    const folder = temporaryFolder();
    const request = { path: join(folder, 'a.md'), inside: folder, maxSize: ANY_SIZE };
    expect(reader.read(request)).toMatchObject({ cause: 'gone', code: 'ENOENT' });
  });
});

describe('listing a folder', () => {
  it('names what nobody can ask for, and keeps it apart', unless(notOnLinux), () => {
    const folder = temporaryFolder({ 'b.md': '', 'really-\uFFFD.md': '' });
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/bad-`), Buffer.from([0xff, 0xfe])]), 'x');
    const listing = reader.list(folder);
    expect(listing?.items.map(({ name }) => name)).toEqual(['b.md', 'really-\uFFFD.md']);
    expect(listing?.unnamable).toEqual(['bad-\\xff\\xfe']);
  });
});
