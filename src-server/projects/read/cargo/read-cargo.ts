import { repositoryOf } from '../../repository-address.ts';
import { basename, coveringFolder, dirname } from '../file-paths.ts';
import { addLockFile, type DirectUse, type LockedPackage } from '../locked-packages.ts';
import type { PackageRows } from '../package-rows.ts';
import type { ProjectSources } from '../project-sources.ts';
import { isTable, listAt, type Table, tableAt, textAt, textsOf, valueAt } from '../values.ts';
import { type CargoManifest, parseCargoToml, readCargoManifest } from './cargo-manifest.ts';

const NEWEST_FORMAT = 4;

/** Cargo.lock in formats 1 to 4. */
export async function readCargo(sources: ProjectSources, rows: PackageRows): Promise<void> {
  const manifests = await readManifests(sources);
  const locks = sources.paths.filter((path) => basename(path) === 'Cargo.lock');
  const lockFolders = new Set<string>();
  for (const file of locks) {
    const document = await sources.parse(file, parseCargoToml);
    if (document === undefined) continue;
    const format = valueAt(document, 'version');
    if (typeof format === 'number' && format > NEWEST_FORMAT)
      sources.unread(file, `has the unknown format ${format}; read as ${NEWEST_FORMAT}`);
    lockFolders.add(dirname(file));
    const covered = manifests.filter(
      (manifest) => coveringFolder(dirname(manifest.file), folders(locks)) === dirname(file),
    );
    addCargoLock(rows, file, document, covered);
  }
  for (const manifest of manifests) {
    const lockFolder = coveringFolder(dirname(manifest.file), folders(locks));
    const hasLock = lockFolder !== undefined && lockFolders.has(lockFolder);
    addUnlocked(rows, manifest, { own: new Set(manifests.map(({ name }) => name)), hasLock });
  }
}

const folders = (files: readonly string[]) => new Set(files.map(dirname));

async function readManifests(sources: ProjectSources): Promise<readonly CargoManifest[]> {
  const documents = new Map<string, Table>();
  for (const file of sources.paths.filter((path) => basename(path) === 'Cargo.toml')) {
    const document = await sources.parse(file, parseCargoToml);
    if (document !== undefined) documents.set(dirname(file), document);
  }
  const workspaces = new Set(
    [...documents]
      .filter(([, document]) => isTable(valueAt(document, 'workspace')))
      .map(([folder]) => folder),
  );
  return [...documents].map(([folder, document]) => {
    const workspace = documents.get(coveringFolder(folder, workspaces) ?? folder);
    const file = folder === '' ? 'Cargo.toml' : `${folder}/Cargo.toml`;
    return readCargoManifest(file, document, tableAt(workspace, 'workspace', 'dependencies'));
  });
}

function addCargoLock(
  rows: PackageRows,
  file: string,
  document: Table,
  manifests: readonly CargoManifest[],
): void {
  const entries = [...listAt(document, 'package'), valueAt(document, 'root')].filter(isTable);
  const packages = new Map<string, LockedPackage>();
  const references = new Map<LockedPackage, readonly string[]>();
  for (const entry of entries) {
    const locked = lockedPackage(entry);
    if (locked === undefined) continue;
    references.set(locked, textsOf(valueAt(entry, 'dependencies')));
    // References contain only as much of name, version and source as needed.
    const { name, version } = locked;
    packages.set(name, locked);
    packages.set(`${name} ${version}`, locked);
    packages.set(`${name} ${version} (${textAt(entry, 'source')})`, locked);
  }
  const dependenciesOf = (locked: LockedPackage) =>
    (references.get(locked) ?? []).flatMap(
      (reference) => packages.get(reference) ?? packages.get(reference.replace(/ \(.*/, '')) ?? [],
    );
  const all = [...references.keys()];
  const uses = all
    .filter(({ isLocal }) => isLocal)
    .flatMap((local) => usesOf(local, dependenciesOf(local), manifests));
  addLockFile(rows, { file, ecosystem: 'cargo', packages: all, uses, dependenciesOf });
}

function lockedPackage(entry: Table): LockedPackage | undefined {
  const name = textAt(entry, 'name');
  const version = textAt(entry, 'version');
  if (name === undefined || version === undefined) return undefined;
  const source = textAt(entry, 'source');
  const isGit = source?.startsWith('git+');
  return {
    name,
    version,
    isLocal: source === undefined,
    isGit,
    repository: isGit ? repositoryOf(source ?? '') : undefined,
  };
}

function usesOf(
  local: LockedPackage,
  targets: readonly LockedPackage[],
  manifests: readonly CargoManifest[],
): readonly DirectUse[] {
  const manifest = manifests.find(({ name }) => name === local.name);
  // If declared twice, a dev dependency only if both declarations are.
  const isDev = new Map<string, boolean>();
  for (const { name, dev } of manifest?.dependencies ?? []) isDev.set(name, dev && (isDev.get(name) ?? true));
  return targets.map((target) => ({
    target,
    dev: isDev.get(target.name) ?? false,
    file: isDev.has(target.name) ? manifest?.file : undefined,
  }));
}

/** With Cargo.lock only later declarations. */
function addUnlocked(
  rows: PackageRows,
  { file, dependencies }: CargoManifest,
  { own, hasLock }: { readonly own: ReadonlySet<string | undefined>; readonly hasLock: boolean },
): void {
  for (const { name, version, dev, isLocal, isGit, repository } of dependencies) {
    if (isLocal || own.has(name) || (hasLock && (isGit || rows.isLocked('cargo', name)))) continue;
    rows.add({ ecosystem: 'cargo', name, version, direct: true, dev, file, isGit, repository });
  }
}
