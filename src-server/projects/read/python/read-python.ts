import { parse } from 'smol-toml';
import { basename, coveringFolder, dirname } from '../file-paths.ts';
import { addLockFile, type DirectUse, type LockedPackage } from '../locked-packages.ts';
import type { PackageRows } from '../package-rows.ts';
import type { ProjectSources } from '../project-sources.ts';
import { textAt } from '../values.ts';
import { type PythonManifest, readPyproject } from './pyproject.ts';
import { type LockEntry, type LockReference, readPythonLock } from './python-locks.ts';
import { readRequirements, unnamedLines } from './requirements.ts';
import { readSetupCfg } from './setup-cfg.ts';

/** Bounds lock files that repeat a name. */
const MAX_VERSIONS = 100;

const LOCKS = /^(?:(?:poetry|uv|pdm)\.lock|pylock(?:\.[^.]+)?\.toml)$/;

/** pyproject.toml, setup.cfg, poetry.lock, uv.lock, pdm.lock, pylock.toml, requirements files. */
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
    // All groups of Poetry and PEP 751 but these are for development.
    const runtime = /^poetry/.test(basename(file))
      ? 'main'
      : /^pylock/.test(basename(file))
        ? 'default'
        : undefined;
    const isDevGroup = (group: string) => (runtime === undefined ? groups.has(group) : group !== runtime);
    const format = textAt(document, 'lock-version');
    if (format !== undefined && !format.startsWith('1.'))
      sources.unread(file, `has the unknown format ${format}, read as 1.0`);
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
  await readRequirements(sources, rows, manifests);
}

async function readManifests(sources: ProjectSources): Promise<readonly PythonManifest[]> {
  const manifests: PythonManifest[] = [];
  for (const file of sources.paths) {
    const read = MANIFESTS.get(basename(file));
    const manifest = read === undefined ? undefined : await sources.parse(file, (text) => read(file, text));
    if (manifest === undefined) continue;
    manifests.push(manifest);
    if (manifest.unclear > 0) sources.unread(file, unnamedLines(manifest.unclear));
  }
  await reportScripts(sources, manifests);
  return manifests;
}

const MANIFESTS: ReadonlyMap<string, (file: string, text: string) => PythonManifest> = new Map([
  ['pyproject.toml', (file: string, text: string) => readPyproject(file, parse(text))],
  ['setup.cfg', readSetupCfg],
]);

/** Dependencies that only running the build would tell. */
async function reportScripts(sources: ProjectSources, manifests: readonly PythonManifest[]): Promise<void> {
  const declaring = new Set(
    manifests
      .filter(({ requirements, files }) => requirements.length + files.length > 0)
      .map(({ file }) => dirname(file)),
  );
  for (const { file, isDynamic } of manifests)
    if (isDynamic && !declaring.has(dirname(file)))
      sources.unread(file, 'is read in part: its dependencies are dynamic, made up by the build');
  for (const file of sources.paths.filter((path) => basename(path) === 'setup.py'))
    if (/\b(?:install|extras)_requires?\b/.test((await sources.text(file)) ?? ''))
      sources.unread(file, 'is a script, which is not run: packages that only it requires are left out');
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
  const needed = new Set(entries.flatMap((entry) => entry.dependencies.map(({ name }) => name)));
  // Local packages without a manifest in the project. Otherwise, the manifest says what is direct.
  const local = entries.filter(({ locked }) => locked.isLocal && !own.has(locked.name));
  // Without a manifest, what no other package needs.
  const isDeclared = manifests.length > 0 || local.some((entry) => entry.dependencies.length > 0);
  const roots = isDeclared ? [] : entries.filter(({ locked }) => !needed.has(locked.name));
  const uses: DirectUse[] = [
    ...roots.map(({ locked }) => ({ target: locked, dev: locked.dev ?? false })),
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
