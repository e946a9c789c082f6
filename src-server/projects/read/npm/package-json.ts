import { dirname } from '../file-paths.ts';
import type { LockFile } from '../locked-packages.ts';
import { type Table, tableAt, textAt } from '../values.ts';

export interface NpmDependency {
  readonly alias: string;
  readonly specifier: string;
  readonly dev: boolean;
  readonly isPeer: boolean;
}

export interface PackageJson {
  readonly file: string;
  readonly folder: string;
  readonly name: string | undefined;
  readonly dependencies: readonly NpmDependency[];
}

const SECTIONS = ['dependencies', 'optionalDependencies', 'devDependencies', 'peerDependencies'] as const;

/** @param document package.json, or entry of a lock file */
export function readPackageJson(file: string, document: Table): PackageJson {
  const found = new Map<string, NpmDependency>();
  for (const section of SECTIONS)
    for (const [alias, specifier] of Object.entries(tableAt(document, section)))
      if (typeof specifier === 'string' && !found.has(alias)) {
        const isPeer = section === 'peerDependencies';
        found.set(alias, { alias, specifier, dev: section === 'devDependencies', isPeer });
      }
  const overrides = { ...tableAt(document, 'overrides'), ...tableAt(document, 'resolutions') };
  const dependencies = [...found.values()].map((dependency) => overridden(dependency, overrides));
  return { file, folder: dirname(file), name: textAt(document, 'name'), dependencies };
}

function overridden(dependency: NpmDependency, overrides: Table): NpmDependency {
  const specifier = textAt(overrides, dependency.alias);
  return specifier === undefined || specifier.startsWith('$') ? dependency : { ...dependency, specifier };
}

export interface NpmLock extends Omit<LockFile, 'file' | 'ecosystem'> {
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
