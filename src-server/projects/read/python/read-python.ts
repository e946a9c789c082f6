import { parse } from 'smol-toml';
import { basename, coveringFolder, dirname } from '../file-paths.ts';
import { addLockFile, type DirectUse, type LockedPackage } from '../locked-packages.ts';
import type { PackageRows } from '../package-rows.ts';
import type { ProjectSources } from '../project-sources.ts';
import { readPipfileLocks } from './pipfile-lock.ts';
import { type PythonManifest, readPyproject } from './pyproject.ts';
import { type LockEntry, type LockReference, readPythonLock } from './python-locks.ts';
import { readRequirements } from './requirements.ts';

/** Bounds lock files that repeat a name. */
const MAX_VERSIONS = 100;

const LOCKS = /^(?:poetry|uv|pdm)\.lock$/;

/** pyproject.toml, poetry.lock, uv.lock, pdm.lock, Pipfile.lock, requirements files. */
export async function readPython(sources: ProjectSources, rows: PackageRows): Promise<void> {
  const manifests = await readManifests(sources);
  const locks = sources.paths.filter((path) => LOCKS.test(basename(path)));
  const folders = new Set(locks.map(dirname));
  const read = new Map<string, string>();
  for (const file of locks) {
    const document = await sources.parse(file, parse);
    if (document === undefined) continue;
    read.set(dirname(file), basename(file));
    const covered = manifests.filter(
      (manifest) => coveringFolder(dirname(manifest.file), folders) === dirname(file),
    );
    const groups = new Set(covered.flatMap(({ devGroups }) => [...devGroups]));
    // Poetry's groups are for development, except `main`.
    const isPoetry = basename(file) === 'poetry.lock';
    const isDevGroup = (group: string) => (isPoetry ? group !== 'main' : groups.has(group));
    addPythonLock(rows, file, readPythonLock(document, isDevGroup), covered);
  }
  for (const manifest of manifests) {
    const folder = coveringFolder(dirname(manifest.file), folders);
    const lock = folder === undefined ? undefined : read.get(folder);
    // PDM locks only the groups chosen by the user, so a missing package means nothing.
    if (lock === 'pdm.lock') continue;
    const own = new Set(manifests.map(({ name }) => name));
    addUnlocked(rows, manifest, { own, hasLock: lock !== undefined });
  }
  await readPipfileLocks(sources, rows);
  await readRequirements(sources, rows, new Set(manifests.flatMap(({ name }) => name ?? [])));
}

async function readManifests(sources: ProjectSources): Promise<readonly PythonManifest[]> {
  const manifests: PythonManifest[] = [];
  for (const file of sources.paths.filter((path) => basename(path) === 'pyproject.toml')) {
    const document = await sources.parse(file, parse);
    if (document !== undefined) manifests.push(readPyproject(file, document));
  }
  return manifests;
}

function addPythonLock(
  rows: PackageRows,
  file: string,
  entries: readonly LockEntry[],
  manifests: readonly PythonManifest[],
): void {
  const own = new Set(manifests.flatMap(({ name }) => name ?? []));
  const byName = new Map<string, LockEntry[]>();
  for (const entry of entries) {
    const named = byName.get(entry.locked.name);
    if (named === undefined) byName.set(entry.locked.name, [entry]);
    else if (named.length < MAX_VERSIONS) named.push(entry);
  }
  const find = ({ name, version }: LockReference): readonly LockedPackage[] => {
    const named = (byName.get(name) ?? []).map(({ locked }) => locked);
    const exact = named.filter((locked) => locked.version === version);
    return exact.length > 0 ? exact : named;
  };
  const dependencies = new Map(entries.map((entry) => [entry.locked, entry.dependencies]));
  // Local packages without a manifest in the project. Otherwise, the manifest says what is direct.
  const local = entries.filter(({ locked }) => locked.isLocal && !own.has(locked.name));
  const uses: DirectUse[] = [
    ...manifests.flatMap((manifest) => declaredUses(manifest, find)),
    ...local.flatMap((entry) => [
      ...entry.dependencies.flatMap(find).map((target) => ({ target, dev: false })),
      ...entry.devDependencies.flatMap(find).map((target) => ({ target, dev: true })),
    ]),
  ];
  addLockFile(rows, {
    file,
    ecosystem: 'pypi',
    packages: entries.map(({ locked }) => locked).filter(({ name }) => !own.has(name)),
    uses: uses.filter(({ target }) => !own.has(target.name)),
    dependenciesOf: (locked) => (dependencies.get(locked) ?? []).flatMap(find),
  });
}

function declaredUses(
  manifest: PythonManifest,
  find: (reference: LockReference) => readonly LockedPackage[],
): readonly DirectUse[] {
  // Ignores repeated names.
  const distinct = new Map(manifest.requirements.map((each) => [`${each.name} ${each.dev}`, each]));
  return [...distinct.values()].flatMap(({ name, dev }) =>
    find({ name, version: undefined }).map((target) => ({ target, dev, file: manifest.file })),
  );
}

/** With a lock file only later declarations. */
function addUnlocked(
  rows: PackageRows,
  { file, requirements }: PythonManifest,
  { own, hasLock }: { readonly own: ReadonlySet<string | undefined>; readonly hasLock: boolean },
): void {
  for (const { name, version, dev, isLocal, isGit, repository } of requirements) {
    if (isLocal || own.has(name) || (hasLock && (isGit || rows.isLocked('pypi', name)))) continue;
    rows.add({ ecosystem: 'pypi', name, version, direct: true, dev, file, isGit, repository });
  }
}
