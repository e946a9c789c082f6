import { isTable, tableAt } from './project-sources.ts';

/** Where `sync` keeps what it wrote. */
export const LOCK_FILE = '.agents/skills-registry.lock.json';

/**
 * What `sync` wrote, so that it sees what others edited. It stands in `.agents/skills-registry.lock.json`.
 */
export interface SyncLock {
  /** The hash of each file by its path, as of `textHash`. */
  readonly files: ReadonlyMap<string, string>;
  /** The hash of our block by its file, as of `textHash`. */
  readonly blocks: ReadonlyMap<string, string>;
}

/**
 * Parses a lock. It is undefined if it is invalid or newer. Paths that `sync` must not write are left out.
 */
export function parseLock(text: string): SyncLock | undefined {
  let lock: unknown;
  try {
    lock = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isTable(lock) || lock['version'] !== 1) return undefined;
  const hashes = (field: string, isOurs: (path: string) => boolean) =>
    new Map(
      Object.entries(tableAt(lock, field)).flatMap(([path, hash]) =>
        typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash) && isOurs(path)
          ? [[path, hash] as const]
          : [],
      ),
    );
  return {
    files: hashes('files', isInstalledPath),
    blocks: hashes('blocks', (path) => path === 'AGENTS.md' || path === 'CLAUDE.md'),
  };
}

export function formatLock({ files, blocks }: SyncLock): string {
  const sorted = (map: ReadonlyMap<string, string>) =>
    Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
  const lock = { version: 1, blocks: sorted(blocks), files: sorted(files) };
  return `${JSON.stringify(lock, undefined, 2)}\n`;
}

/** Says whether a path is one of installed skills: others are never replaced or removed. */
export function isInstalledPath(path: string): boolean {
  return (
    /^\.(?:agents|claude)\/skills\/[^/]/.test(path) &&
    !/[\\:\p{Cc}]/u.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}
