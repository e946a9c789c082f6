import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createDiskReader,
  type FileStamp,
  isSameStamp,
  stampOf,
  withShutPaths,
} from '../../../../src-server/registry/disk/disk-reader.ts';
import { temporaryFolder } from '../../../support/temporary-registry.ts';
import { notOnLinux, unless } from '../../../support/unless.ts';

const reader = createDiskReader();
const ANY_SIZE = Number.POSITIVE_INFINITY;

function stampedFile(path: string): FileStamp {
  const item = reader.stat(path);
  if (item === undefined) throw new Error(`There is no ${path}.`);
  return stampOf(item);
}

describe('reading a file', () => {
  it('gives its bytes and the stamp they belong to', () => {
    const folder = temporaryFolder({ 'a.md': 'text' });
    const path = join(folder, 'a.md');
    const read = reader.read({ path, inside: folder, stamp: stampedFile(path), maxSize: ANY_SIZE });
    expect(read.ok && read.bytes.toString()).toBe('text');
    expect(read.ok && isSameStamp(read.stamp, stampedFile(path))).toBe(true);
  });

  it('gives a part where one is asked for', () => {
    const folder = temporaryFolder({ 'a.md': '0123456789' });
    const request = { path: join(folder, 'a.md'), inside: folder, maxSize: ANY_SIZE };
    const part = (from: number, length: number) => {
      const read = reader.read({ ...request, from, length });
      return read.ok ? read.bytes.toString() : read.cause;
    };
    expect([part(0, 4), part(8, 4), part(20, 4)]).toEqual(['0123', '89', '']);
  });

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

  it.each([
    ['cut', (path: string) => truncateSync(path, 2)],
    ['replaced by one of the same size and time', replaceKeepingTime],
  ])('refuses a file that was %s since it was listed', (_what, change) => {
    const folder = temporaryFolder({ 'a.md': 'text' });
    const path = join(folder, 'a.md');
    const stamp = stampedFile(path);
    change(path);
    expect(reader.read({ path, inside: folder, stamp, maxSize: ANY_SIZE })).toMatchObject({
      ok: false,
      cause: 'changed',
    });
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
    const shut = withShutPaths(reader, (path) => path.startsWith(folder));
    expect(shut.read(request)).toEqual({ ok: false, cause: 'unreadable', code: 'TIMEOUT' });
    expect(() => shut.stat(request.path)).toThrow(expect.objectContaining({ code: 'TIMEOUT' }));
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

describe('the monitor', () => {
  it('hears of each call before it, and that it is over', () => {
    const folder = temporaryFolder({ 'a.md': 'text' });
    const heard: string[] = [];
    const watched = createDiskReader({
      enter: (place) => void heard.push(place === folder ? 'enter' : place),
      leave: () => void heard.push('leave'),
    });
    watched.list(folder);
    watched.stat(join(folder, 'a.md'));
    watched.stat(join(folder, 'missing.md'));
    expect(heard).toEqual(['enter', 'leave', 'enter', 'leave', 'enter', 'leave']);
  });
});

function replaceKeepingTime(path: string): void {
  const before = reader.stat(path);
  writeFileSync(`${path}.new`, 'TEXT');
  renameSync(`${path}.new`, path);
  utimesSync(path, new Date(), new Date(before?.mtimeMs ?? 0));
}
