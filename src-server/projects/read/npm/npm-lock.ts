import type { DirectUse, LockedPackage } from '../locked-packages.ts';
import type { PackageJson } from './package-json.ts';

/** A lock file of any of npm's package managers. */
export interface NpmLock {
  readonly packages: readonly LockedPackage[];
  readonly uses: readonly DirectUse[];
  dependenciesOf(locked: LockedPackage): Iterable<LockedPackage>;
  /** Folders of the package.json files that the lock file speaks for. */
  readonly members: ReadonlySet<string>;
  /** A notice about the whole file, such as an unknown format. */
  readonly notice?: string | undefined;
}

/** @param manifests the project's package.json files by folder */
export type NpmLockReader = (
  text: string,
  folder: string,
  manifests: ReadonlyMap<string, PackageJson>,
) => NpmLock;

/** Says that a format is newer than what is known. Such a file is read as the newest known. */
export function newerFormat(format: unknown, newest: number): string | undefined {
  const number = Number.parseFloat(String(format));
  return number > newest ? `has the unknown format ${number}, read as ${newest}` : undefined;
}

/** Walking up a path costs its length for each of its parts: no package manager nests packages this deep. */
export function isNestedTooDeeply(path: string): boolean {
  return path.length > 2_000 || path.split('/').length > 100;
}
