import type { ProjectPackage } from '../contract/api.ts';
import type { NamedPackage } from './package-rows.ts';
import { dirname, inFolder, type Table, tableAt, textAt } from './project-sources.ts';
import { gitSource, repositoryOf } from './repository-address.ts';

interface NpmDependency {
  readonly alias: string;
  readonly specifier: string;
  readonly dev: boolean;
  readonly isPeer: boolean;
}

export interface PackageJson {
  readonly name: string | undefined;
  readonly dependencies: readonly NpmDependency[];
}

export interface NpmLock {
  readonly packages: readonly NamedPackage[];
  dependenciesOf(locked: NamedPackage): readonly NamedPackage[];
  /** By folder of a covered manifest, relative to the lock file: its own dependencies. */
  readonly members: ReadonlyMap<string, readonly NpmUse[]>;
  readonly format?: { readonly found: unknown; readonly newest: number };
}

export interface NpmUse {
  readonly target: NamedPackage;
  readonly dev: boolean;
}

/** @param manifests by folder, relative to the lock file's */
export type NpmLockReader = (text: string, manifests: ReadonlyMap<string, PackageJson>) => NpmLock;

const SECTIONS = ['dependencies', 'optionalDependencies', 'devDependencies', 'peerDependencies'] as const;

/** @param document package.json, or entry of a lock file */
export function readPackageJson(document: Table): PackageJson {
  const overrides = { ...tableAt(document, 'overrides'), ...tableAt(document, 'resolutions') };
  const found = new Map<string, NpmDependency>();
  for (const section of SECTIONS)
    for (const [alias, written] of Object.entries(tableAt(document, section))) {
      if (typeof written !== 'string' || found.has(alias)) continue;
      const override = textAt(overrides, alias);
      const specifier = override === undefined || override.startsWith('$') ? written : override;
      const isPeer = section === 'peerDependencies';
      found.set(alias, { alias, specifier, dev: section === 'devDependencies', isPeer });
    }
  return { name: textAt(document, 'name'), dependencies: [...found.values()] };
}

const LOCAL = /^(?:workspace|link|file|portal|catalog-local):|^(?:\.{0,2}\/|~\/|[a-z]:\\)/i;
const GIT = /^(?:git(?:\+\w+)?:|git@|ssh:|github:|gitlab:|bitbucket:)|\.git(?:#|$)/;
const OWNER_REPO = /^[\w.-]+\/[\w.-]+(?:#.*)?$/;
const ARCHIVE =
  /^https:\/\/(?:codeload\.)?github\.com\/([\w.-]+\/[\w.-]+)\/(?:tar\.gz|tarball|archive|legacy\.tar\.gz)\//;
const EXACT = /^=?v?(\d+\.\d+\.\d+(?:[-+][\w.+-]+)?)$/;

/** Parses `^1.0.0`, `npm:other@1.0.0`, `workspace:*`, `github:a/b`, `patch:name@npm%3A1.0.0#…`. */
export function readNpmSpecifier(alias: string, specifier: string): NamedPackage {
  const patched = /^patch:(?:@[^@]+|[^@]+)@([^#]+)#/.exec(specifier.trim())?.[1];
  const written = patched?.replaceAll('%3A', ':') ?? specifier.trim();
  const [, target, range] = /^npm:((?:@[^/@]+\/)?[^@/]+)(?:@(.*))?$/.exec(written) ?? [];
  // Yarn's `npm:^1.0.0` names no other package.
  const isAlias = target !== undefined && !/^[\d^~<>=*]/.test(target);
  const wanted = isAlias ? (range ?? '') : written.replace(/^npm:/, '');
  const none = { name: isAlias ? target : alias, version: null };
  if (LOCAL.test(wanted)) return { ...none, isLocal: true };
  const archive = ARCHIVE.exec(wanted)?.[1];
  if (archive !== undefined || GIT.test(wanted) || OWNER_REPO.test(wanted))
    return { ...none, ...gitSource(archive ?? wanted) };
  return { ...none, version: EXACT.exec(wanted)?.[1] ?? null };
}

export const MAX_INSTALLED_BYTES = 256 * 1024;

/** A skill may name a repository only: `node_modules`, in the root and beside naming files, knows those of packages. */
export async function withInstalledRepositories(
  packages: readonly ProjectPackage[],
  readInstalled: (path: string) => Promise<string | undefined>,
): Promise<readonly ProjectPackage[]> {
  const all: ProjectPackage[] = [];
  for (const found of packages) {
    const isUnknown = found.ecosystem === 'npm' && !found.repository;
    let repository: string | undefined;
    for (const folder of isUnknown ? new Set([...found.from.map(dirname), '']) : []) {
      const text = await readInstalled(inFolder(folder, `node_modules/${found.name}/package.json`));
      repository ??= text === undefined ? undefined : npmRepositoryOf(text, found.version);
    }
    all.push(repository === undefined ? found : { ...found, repository });
  }
  return all;
}

function npmRepositoryOf(text: string, version: string | null): string | undefined {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (version !== null && textAt(manifest, 'version') !== version) return undefined;
  return repositoryOf(textAt(manifest, 'repository', 'url') ?? textAt(manifest, 'repository') ?? '');
}
