import { isTable, tableAt } from '../read/values.ts';

export const LOCK_FILE = '.agents/skills-registry.lock.json';

/** Output of `sync`, to detect edits by others. */
export interface SyncLock {
  /** sha256 with LF, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** sha256 of our block with LF, by file. */
  readonly blocks: ReadonlyMap<string, string>;
}

/** Undefined if invalid or newer. Drops paths that `sync` must not write. */
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

/** Other paths are never replaced or removed. */
export function isInstalledPath(path: string): boolean {
  return (
    /^\.(?:agents|claude)\/skills\/[^/]/.test(path) &&
    !/[\\:\p{Cc}]/u.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}
