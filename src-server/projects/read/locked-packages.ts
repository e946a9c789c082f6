import type { PackageRows } from './package-rows.ts';

export interface LockedPackage {
  readonly name: string;
  readonly version: string | null;
  /** Not reported, but dependencies are. */
  readonly isLocal?: boolean | undefined;
  readonly isGit?: boolean | undefined;
  readonly repository?: string | undefined;
  /** Default: derived from the roots. */
  readonly dev?: boolean | undefined;
}

export interface DirectUse {
  readonly target: LockedPackage;
  readonly dev: boolean;
  /** Declaring manifest. */
  readonly file?: string | undefined;
}

export interface LockFile {
  readonly file: string;
  readonly ecosystem: string;
  readonly packages: readonly LockedPackage[];
  readonly uses: readonly DirectUse[];
  dependenciesOf(locked: LockedPackage): Iterable<LockedPackage>;
}

/** `dev`: only reachable from development dependencies. */
export function addLockFile(rows: PackageRows, lock: LockFile): void {
  const targets = (dev: boolean) => lock.uses.filter((use) => use.dev === dev).map(({ target }) => target);
  // `uses` already contains the dependencies of local packages.
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

/** Of a manifest. */
export interface Declared {
  /** Not the alias. */
  readonly name: string;
  /** Null unless exact. */
  readonly version: string | null;
  readonly dev: boolean;
  readonly isLocal: boolean;
  readonly isGit: boolean;
  readonly repository?: string | undefined;
}

/**
 * Without the project's packages; with a lock file only later declarations.
 *
 * @param own names of the project's packages
 */
export function addDeclared(
  rows: PackageRows,
  ecosystem: string,
  file: string,
  declared: readonly Declared[],
  own: ReadonlySet<string | undefined>,
  hasLock: boolean,
): void {
  for (const { isLocal, ...found } of declared) {
    // Lock files may rename Git dependencies.
    const isKnown = hasLock && (found.isGit || rows.isLocked(ecosystem, found.name));
    if (!isLocal && !isKnown && !own.has(found.name)) rows.add({ ...found, ecosystem, direct: true, file });
  }
}

/** Includes roots. Cycles are allowed. */
function reachable<Node>(roots: Iterable<Node>, edges: (node: Node) => Iterable<Node>): ReadonlySet<Node> {
  const seen = new Set<Node>(roots);
  // The iterator of a set also visits items added meanwhile.
  for (const node of seen) for (const next of edges(node)) seen.add(next);
  return seen;
}
