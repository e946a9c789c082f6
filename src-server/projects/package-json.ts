/** Reads package.json and the specifiers of npm. */

import type { ProjectPackage } from '../contract/api.ts';
import { gitSource, repositoryOf } from './package-address.ts';
import type { NamedPackage } from './package-rows.ts';
import { dirname, inFolder, type Table, tableAt, textAt } from './project-sources.ts';

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

/** A lock file of npm, pnpm, Yarn or Bun. */
export interface NpmLock {
  readonly packages: readonly NamedPackage[];
  dependenciesOf(locked: NamedPackage): readonly NamedPackage[];
  /** The dependencies of each covered manifest, by its folder relative to the lock file. */
  readonly members: ReadonlyMap<string, readonly NpmUse[]>;
  readonly format?: { readonly found: unknown; readonly newest: number };
}

export interface NpmUse {
  readonly target: NamedPackage;
  readonly dev: boolean;
}

/** Reads a lock file. The `manifests` are given by folder, relative to that of the lock file. */
export type NpmLockReader = (text: string, manifests: ReadonlyMap<string, PackageJson>) => NpmLock;

const DEPENDENCY_SECTIONS = [
  'dependencies',
  'optionalDependencies',
  'devDependencies',
  'peerDependencies',
] as const;

/** Reads the dependencies of a package.json, or of an entry of a lock file. */
export function readPackageJson(document: Table): PackageJson {
  const overrides = { ...tableAt(document, 'overrides'), ...tableAt(document, 'resolutions') };
  const found = new Map<string, NpmDependency>();
  for (const section of DEPENDENCY_SECTIONS)
    for (const [alias, written] of Object.entries(tableAt(document, section))) {
      if (typeof written !== 'string' || found.has(alias)) continue;
      const override = textAt(overrides, alias);
      const specifier = override === undefined || override.startsWith('$') ? written : override;
      const isPeer = section === 'peerDependencies';
      found.set(alias, { alias, specifier, dev: section === 'devDependencies', isPeer });
    }
  return { name: textAt(document, 'name'), dependencies: [...found.values()] };
}

const LOCAL_SPECIFIER = /^(?:workspace|link|file|portal|catalog-local):|^(?:\.{0,2}\/|~\/|[a-z]:\\)/i;
const GIT_SPECIFIER = /^(?:git(?:\+\w+)?:|git@|ssh:|github:|gitlab:|bitbucket:)|\.git(?:#|$)/;
const OWNER_REPO = /^[\w.-]+\/[\w.-]+(?:#.*)?$/;
const GITHUB_ARCHIVE =
  /^https:\/\/(?:codeload\.)?github\.com\/([\w.-]+\/[\w.-]+)\/(?:tar\.gz|tarball|archive|legacy\.tar\.gz)\//;
/** An archive of a package, which is a library of its own, in contrast to a folder. Yarn adds `::hash=…` or `#…`. */
const ARCHIVE =
  /^(?!(?:workspace|link|portal|https?|ssh|git\+?\w{0,9}):)[^#?:]*(?::[^#?:]*)?\.(?:tgz|tar\.gz|tar)(?:[#?:]|$)/i;
/** `npm pack` writes the version into the name: `ws-8.18.0.tgz`. */
const ARCHIVE_VERSION = /-(\d+\.\d+\.\d+(?:-[\w.]+)?)\.(?:tgz|tar)/i;
const EXACT_VERSION = /^=?v?(\d+\.\d+\.\d+(?:[-+][\w.+-]+)?)$/;

/**
 * Parses specifiers such as `^1.0.0`, `npm:other@1.0.0`, `workspace:*`, `github:a/b` and
 * `patch:name@npm%3A1.0.0#…`.
 */
export function readNpmSpecifier(alias: string, specifier: string): NamedPackage {
  const patched = /^patch:(?:@[^@]+|[^@]+)@([^#]+)#/.exec(specifier.trim())?.[1];
  const written = patched?.replaceAll('%3A', ':') ?? specifier.trim();
  const [, target, range] = /^npm:((?:@[^/@]+\/)?[^@/]+)(?:@(.*))?$/.exec(written) ?? [];
  // Yarn's `npm:^1.0.0` names no other package.
  const isAlias = target !== undefined && !/^[\d^~<>=*]/.test(target);
  const wanted = isAlias ? (range ?? '') : written.replace(/^npm:/, '');
  const none = { name: isAlias ? target : alias, version: null };
  if (ARCHIVE.test(wanted)) return { ...none, version: ARCHIVE_VERSION.exec(wanted)?.[1] ?? null };
  if (LOCAL_SPECIFIER.test(wanted)) return { ...none, isLocal: true };
  const archive = GITHUB_ARCHIVE.exec(wanted)?.[1];
  if (archive !== undefined || GIT_SPECIFIER.test(wanted) || OWNER_REPO.test(wanted))
    return { ...none, ...gitSource(archive ?? wanted) };
  return { ...none, version: EXACT_VERSION.exec(wanted)?.[1] ?? null };
}

/**
 * Adds the repositories that `node_modules` knows, in the root and beside the files that name a package: a
 * skill may name a repository only.
 */
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
