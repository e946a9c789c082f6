import { coveringFolder, dirname } from './file-paths.ts';
import type { NamedPackage, PackageRows } from './package-rows.ts';

export interface Declared extends NamedPackage {
  readonly dev: boolean;
  readonly isPeer?: boolean;
}

export interface Manifest {
  readonly name: string | undefined;
  readonly dependencies: readonly Declared[];
}

export interface DirectUse {
  readonly target: NamedPackage;
  readonly dev: boolean;
  readonly file?: string | undefined;
}

export interface LockFile {
  readonly file: string;
  readonly ecosystem: string;
  readonly packages: readonly NamedPackage[];
  readonly uses: readonly DirectUse[];
  dependenciesOf(locked: NamedPackage): Iterable<NamedPackage>;
}

/** `dev`: only reachable from development dependencies. */
export function addLockFile(rows: PackageRows, lock: LockFile): void {
  const { ecosystem, uses } = lock;
  const reachable = (dev: boolean) => {
    const seen = new Set(uses.filter((use) => use.dev === dev).map(({ target }) => target));
    // The iterator of a set also visits items added meanwhile. `uses` has the dependencies of local packages.
    for (const locked of seen)
      if (!locked.isLocal) for (const next of lock.dependenciesOf(locked)) seen.add(next);
    return seen;
  };
  const [needed, forDevelopment] = [reachable(false), reachable(true)];
  const direct = new Set(uses.map(({ target }) => target));
  const add = (locked: NamedPackage, file: string) => {
    if (locked.isLocal) return;
    const dev = !needed.has(locked) && forDevelopment.has(locked);
    rows.add({ ...locked, ecosystem, direct: direct.has(locked), dev, file });
  };
  for (const locked of lock.packages) {
    rows.noteLocked(ecosystem, locked.name);
    add(locked, lock.file);
  }
  for (const { target, file } of uses) if (file !== undefined) add(target, file);
}

/** Without the project's own packages; with a lock file only later declarations. */
export function addDeclared(
  rows: PackageRows,
  ecosystem: string,
  manifests: ReadonlyMap<string, Manifest>,
  hasLock: (file: string) => boolean,
): void {
  const own = new Set([...manifests.values()].map(({ name }) => name));
  for (const [file, { dependencies }] of manifests)
    for (const found of dependencies) {
      // Lock files omit peers, and may rename Git dependencies.
      const isLocked = found.isPeer || found.isGit || rows.isLocked(ecosystem, found.name);
      if (!found.isLocal && !own.has(found.name) && !(isLocked && hasLock(file)))
        rows.add({ ...found, ecosystem, direct: true, file });
    }
}

/** The folder of the nearest lock file at or above. */
export function lockFolders(locks: ReadonlyMap<string, unknown>): (file: string) => string | undefined {
  const folders = new Set([...locks.keys()].map(dirname));
  return (file) => coveringFolder(dirname(file), folders);
}
