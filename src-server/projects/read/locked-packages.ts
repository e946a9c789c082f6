import type { PackageRows } from './package-rows.ts';
import { reachable } from './reachable.ts';

/** A package as a lock file fixes it. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string | null;
  /** True for packages of the project itself: not reported, but what they depend on is. */
  readonly isLocal?: boolean | undefined;
  readonly isGit?: boolean | undefined;
  readonly repository?: string | undefined;
  /** If the lock file says so itself; else dev is what only development's roots lead to. */
  readonly dev?: boolean | undefined;
}

/** A dependency of the project itself. */
export interface DirectUse {
  readonly target: LockedPackage;
  readonly dev: boolean;
  /** The manifest that declares it, if known. */
  readonly file?: string | undefined;
}

export interface LockFile {
  readonly file: string;
  readonly ecosystem: string;
  readonly packages: readonly LockedPackage[];
  readonly uses: readonly DirectUse[];
  dependenciesOf(locked: LockedPackage): Iterable<LockedPackage>;
}

/** Adds a lock file's packages: direct if the project itself uses them, dev if only its development leads to them. */
export function addLockFile(rows: PackageRows, lock: LockFile): void {
  const targets = (dev: boolean) => lock.uses.filter((use) => use.dev === dev).map(({ target }) => target);
  // The uses hold what the project's own packages need, and whether only for development.
  const dependenciesOf = (locked: LockedPackage) => (locked.isLocal ? [] : lock.dependenciesOf(locked));
  const needed = reachable(targets(false), dependenciesOf);
  const forDevelopment = reachable(targets(true), dependenciesOf);
  const direct = new Set(lock.uses.map(({ target }) => target));
  const add = (locked: LockedPackage, file: string) => {
    if (locked.isLocal) return;
    const dev = locked.dev ?? (!needed.has(locked) && forDevelopment.has(locked));
    const { name, version, isGit, repository } = locked;
    const { ecosystem } = lock;
    rows.add({ ecosystem, name, version, isGit, repository, direct: direct.has(locked), dev, file });
  };
  for (const locked of lock.packages) {
    rows.noteLocked(lock.ecosystem, locked.name);
    add(locked, lock.file);
  }
  for (const { target, file } of lock.uses) if (file !== undefined) add(target, file);
}
