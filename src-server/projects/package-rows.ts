/** Collects the packages that readers find. */

import type { ProjectPackage } from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';
import { countWords, groupBy, groupDigits } from '../contract/words.ts';
import { formatPackageUrl, makePackageUrl } from './package-address.ts';
import { coveringFolder, dirname, type ProjectSources } from './project-sources.ts';

/** The limit of npm is 214, but paths of Go are longer. */
const MAX_NAME_LENGTH = 255;

/** Names are no paths that lead elsewhere, and have no control characters. */
const PACKAGE_NAME = /^(?:@[\w.~-]+\/)?[\w~+-][\w.~!'()*+-]*(?:\/[\w~+!-][\w.~+!-]*)*$/;
const PACKAGE_VERSION = /^[\w(][\w.+~!:@()/<>=, -]{0,127}$/;

/** A package as a manifest or lock file names it, such as `{ name: 'ws', version: '8.18.0' }`. */
export interface NamedPackage {
  /** The name of the package, not its alias. */
  readonly name: string;
  /** The exact version, or null. */
  readonly version: string | null;
  /** The package is a folder, which is not reported, but its dependencies are. */
  readonly isLocal?: boolean | undefined;
  readonly isGit?: boolean | undefined;
  readonly repository?: string | undefined;
}

interface FoundPackage extends NamedPackage {
  readonly ecosystem: string;
  readonly direct: boolean;
  readonly dev: boolean;
  readonly file: string;
}

type Row = { -readonly [Field in keyof Omit<ProjectPackage, 'from'>]: ProjectPackage[Field] } & {
  readonly from: Set<string>;
};

const WHY_INVALID = 'with an invalid name or version, left out';
const WHY_SURPLUS = `beyond the first ${groupDigits(LIMITS.projectPackages)} of the project, left out`;

/**
 * The packages that readers find, one row for each package and version, at most `LIMITS.projectPackages` of them.
 * Readers add what they find in any order; names and versions that no ecosystem has are left out and counted.
 */
export class PackageRows {
  readonly #rows = new Map<string, Row>();
  readonly #leftOut: { readonly file: string; readonly why: string }[] = [];
  readonly #locked = new Set<string>();

  add(found: FoundPackage): void {
    const { ecosystem, version, file } = found;
    const isFit =
      found.name.length <= MAX_NAME_LENGTH &&
      PACKAGE_NAME.test(found.name) &&
      (version === null || PACKAGE_VERSION.test(version));
    const url = isFit && makePackageUrl(ecosystem, found.name, version);
    const purl = url ? formatPackageUrl(url) : '';
    const known = this.#rows.get(purl);
    if (!url || (known === undefined && this.#rows.size >= LIMITS.projectPackages)) {
      this.#leftOut.push({ file, why: url ? WHY_SURPLUS : WHY_INVALID });
      return;
    }
    const { name } = url;
    const row = known ?? { purl, name, version, ecosystem, direct: false, dev: true, from: new Set() };
    this.#rows.set(purl, row);
    row.from.add(file);
    row.direct ||= found.direct;
    row.dev &&= found.dev;
    if (found.repository !== undefined) row.repository ??= found.repository;
    if (found.isGit) row.isGit = true;
  }

  noteLocked(ecosystem: string, name: string): void {
    this.#locked.add(`${ecosystem}/${name}`);
  }

  isLocked(ecosystem: string, name: string): boolean {
    return this.#locked.has(`${ecosystem}/${name}`);
  }

  reportLeftOut(sources: ProjectSources): void {
    for (const [file, reasons] of groupBy(this.#leftOut, ({ file }) => file))
      for (const [why, { length }] of groupBy(reasons, ({ why }) => why))
        sources.unread(file, `has ${countWords(length, 'package')} ${why}`);
  }

  packages(): readonly ProjectPackage[] {
    const rows = [...this.#rows.values()];
    const named = ({ ecosystem, name }: Row) => `${ecosystem}/${name}`;
    const isLocked = ({ version }: Row) => version !== null;
    const locked = groupBy(rows.filter(isLocked), named);
    return rows
      .filter((row) => isLocked(row) || !takeLockedVersion(row, locked.get(named(row)) ?? []))
      .map((row) => ({ ...row, from: [...row.from].sort() }))
      .sort((a, b) => (a.purl < b.purl ? -1 : 1));
  }
}

/**
 * Gives a row’s files to the versions that lock files in its folder or above have. Says whether there are
 * any.
 */
function takeLockedVersion(row: Row, locked: readonly Row[]): boolean {
  const folders = [...row.from].map(dirname);
  const covers = (file: string) => {
    const above = dirname(file);
    return folders.every((folder) => above === '' || `${folder}/`.startsWith(`${above}/`));
  };
  const covering = locked.filter(({ from }) => [...from].some(covers));
  for (const target of covering) {
    for (const file of row.from) target.from.add(file);
    // Only the lock file's reader knows which version the manifest means.
    if (covering.length > 1) continue;
    target.direct ||= row.direct;
    target.dev &&= row.dev;
  }
  return covering.length > 0;
}

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

/**
 * A lock file as all ecosystems have it: its packages, what manifests use of them, and what each of them
 * needs.
 */
interface LockFile {
  readonly file: string;
  readonly ecosystem: string;
  readonly packages: readonly NamedPackage[];
  readonly uses: readonly DirectUse[];
  dependenciesOf(locked: NamedPackage): Iterable<NamedPackage>;
}

/** Adds the packages of a lock file. Those that only development dependencies need are `dev`. */
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

/**
 * Adds what manifests declare, without the project’s own packages. With a lock file, only later declarations
 * are added.
 */
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

/** Returns a function that finds the folder of the nearest lock file at or above a file. */
export function lockFolders(locks: ReadonlyMap<string, unknown>): (file: string) => string | undefined {
  const folders = new Set([...locks.keys()].map(dirname));
  return (file) => coveringFolder(dirname(file), folders);
}
