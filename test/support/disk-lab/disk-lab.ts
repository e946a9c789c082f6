import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { eventually } from '../test-server.ts';

const SOURCE = fileURLToPath(new URL('./misbehaving-disk.c', import.meta.url));

/** Errors that a call can fail with. */
export type DiskError =
  | 'EIO'
  | 'EACCES'
  | 'EPERM'
  | 'ENOENT'
  | 'EMFILE'
  | 'ENFILE'
  | 'ENOSPC'
  | 'ESTALE'
  | 'ENOTCONN'
  | 'ETIMEDOUT'
  | 'ENOMEM';

/** Letters for what is done with a path: open, stat, list, read, watch, resolve; `all` are all of them. */
export type Operations = 'all' | 'o' | 's' | 'l' | 'r' | 'w' | 'or';

/** The disk of a process that was started with `env`: works until told otherwise. Paths are absolute. */
export interface DiskLab {
  /** What a process needs to be given to have this disk. */
  readonly env: Readonly<Record<string, string>>;
  /** Calls on the path and all below it fail. */
  fail(path: string, error: DiskError, operations?: Operations): void;
  /** Calls on the path and all below it don't return until it is healed. */
  hang(path: string, operations?: Operations): void;
  /** Resolves when a call on the path, or below it, waits because of that, or has waited since something was healed. */
  someoneWaits(path: string): Promise<void>;
  /** Calls on the path and all below it take so many milliseconds longer. */
  slow(path: string, ms: number): void;
  /** Watching the path and all below it works, but nothing is ever told. */
  deafen(path: string): void;
  /** The same, and instead of what happens the system tells that its queue ran over. */
  overflow(path: string): void;
  /** Everything works again that was told for this very path. */
  heal(path: string): void;
}

/** Why no disk can be made to misbehave on this machine; undefined where it can. */
export const noDiskLab = whyNotHere();

function whyNotHere(): string | undefined {
  if (process.platform !== 'linux') return 'a library can only be preloaded like this on Linux';
  if (spawnSync('cc', ['--version']).status !== 0) return 'there is no C compiler (cc)';
  return undefined;
}
if (noDiskLab !== undefined) console.warn(`Tests with misbehaving disks are skipped: ${noDiskLab}.`);

/** A disk of one's own for this test; healed of everything when the test ends. */
export function createDiskLab(): DiskLab {
  const folder = mkdtempSync(join(tmpdir(), 'skills-registry-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'rules');
  const rules = new Map<string, string>();
  const write = () => {
    writeFileSync(`${file}.new`, [...rules.values()].join('\n'));
    renameSync(`${file}.new`, file);
  };
  const rule = (action: string, operations: string, path: string) => {
    rules.set(path, `${action} ${operations} ${path}`);
    write();
  };
  write();
  return {
    env: { LD_PRELOAD: library(), DISK_LAB_RULES: file, UV_USE_IO_URING: '0' },
    fail: (path, error, operations = 'all') => rule(error, operations, path),
    hang: (path, operations = 'all') => rule('hang', operations, path),
    async someoneWaits(path) {
      const waiting = () => (existsSync(`${file}.waiting`) ? readFileSync(`${file}.waiting`, 'utf8') : '');
      const isAbout = (line: string) => line === path || line.startsWith(`${path}/`);
      await eventually(waiting, (lines) => lines.split('\n').some(isAbout));
    },
    slow: (path, ms) => rule(`slow:${ms}`, 'all', path),
    deafen: (path) => rule('deaf', 'w', path),
    overflow: (path) => rule('overflow', 'w', path),
    heal(path) {
      rules.delete(path);
      write();
      rmSync(`${file}.waiting`, { force: true });
    },
  };
}

let compiled: string | undefined;

/** The compiled library, once for each process that runs tests. */
function library(): string {
  if (compiled !== undefined) return compiled;
  const folder = mkdtempSync(join(tmpdir(), 'skills-registry-disk-library-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'misbehaving-disk.so');
  const options = ['-shared', '-fPIC', '-O1', '-Wall', '-Wextra', '-Werror', '-o', file, SOURCE];
  const { status, stderr } = spawnSync('cc', [...options, '-ldl', '-lpthread'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The library for misbehaving disks does not compile:\n${stderr}`);
  compiled = file;
  return file;
}
