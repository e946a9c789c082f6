import type { DirectUse, LockedPackage } from '../locked-packages.ts';
import type { PackageJson } from './package-json.ts';

export interface NpmLock {
  readonly packages: readonly LockedPackage[];
  readonly uses: readonly DirectUse[];
  dependenciesOf(locked: LockedPackage): Iterable<LockedPackage>;
  /** Folders of covered manifests. */
  readonly members: ReadonlySet<string>;
  /** About the whole file. */
  readonly notice?: string | undefined;
}

/** @param manifests by folder */
export type NpmLockReader = (
  text: string,
  folder: string,
  manifests: ReadonlyMap<string, PackageJson>,
) => NpmLock;

/** Newer formats are read like `newest`. */
export function newerFormat(format: unknown, newest: number): string | undefined {
  const number = Number.parseFloat(String(format));
  return number > newest ? `has the unknown format ${number}, read as ${newest}` : undefined;
}

/** Bounds the quadratic time of walking up. */
export function isPathTooDeep(path: string): boolean {
  return path.length > 2_000 || path.split('/').length > 100;
}
