import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Files, writeFiles } from './temporary-registry.ts';

/** A work tree of Git, with commits at the times that the test names. */
export interface WorkTree {
  readonly folder: string;
  git(...args: readonly string[]): string;
  /** Writes and removes files, and commits all; returns the commit's id. */
  commit(at: string, files?: Files, removed?: readonly string[]): string;
  write(files: Files): void;
  clone(folder: string): WorkTree;
}

const SETTINGS = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'gc.auto=0'];

export function createWorkTree(folder: string): WorkTree {
  const tree = workTree(folder);
  execFileSync('git', ['init', '-q', '-b', 'main', folder]);
  return tree;
}

function workTree(folder: string): WorkTree {
  const run = (args: readonly string[], at?: string) =>
    execFileSync('git', [...SETTINGS, '-C', folder, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...(at === undefined ? {} : { GIT_COMMITTER_DATE: at, GIT_AUTHOR_DATE: at }) },
    }).trim();
  return {
    folder,
    git: (...args) => run(args),
    commit(at, files = {}, removed = []) {
      writeFiles(folder, files);
      for (const path of removed) rmSync(join(folder, path), { recursive: true });
      run(['add', '-A']);
      run(['commit', '-q', '--allow-empty', '-m', 'change'], at);
      return run(['rev-parse', 'HEAD']);
    },
    write: (files) => writeFiles(folder, files),
    clone(target) {
      execFileSync('git', ['clone', '-q', folder, target], { stdio: 'ignore' });
      return workTree(target);
    },
  };
}
