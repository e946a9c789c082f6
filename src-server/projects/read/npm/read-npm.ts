import { basename, coveringFolder, dirname } from '../file-paths.ts';
import { addLockFile } from '../locked-packages.ts';
import type { PackageRows } from '../package-rows.ts';
import type { ProjectSources } from '../project-sources.ts';
import { readBunLock } from './bun-lock.ts';
import type { NpmLockReader } from './npm-lock.ts';
import { readNpmSpecifier } from './npm-specifier.ts';
import { type PackageJson, parseJsonTable, readPackageJson } from './package-json.ts';
import { readPackageLock } from './package-lock.ts';
import { readPnpmLock } from './pnpm-lock.ts';
import { readYarn1 } from './yarn-1.ts';
import { readYarnBerry } from './yarn-berry.ts';

const readYarn: NpmLockReader = (text, folder, manifests) =>
  (/^__metadata:/m.test(text) ? readYarnBerry : readYarn1)(text, folder, manifests);

const LOCKS: ReadonlyMap<string, NpmLockReader> = new Map([
  ['npm-shrinkwrap.json', readPackageLock],
  ['package-lock.json', readPackageLock],
  ['pnpm-lock.yaml', readPnpmLock],
  ['pnpm-lock.yml', readPnpmLock],
  ['yarn.lock', readYarn],
  ['bun.lock', readBunLock],
]);

export async function readNpm(sources: ProjectSources, rows: PackageRows): Promise<void> {
  const manifests = await readManifests(sources);
  const covered = new Set<string>();
  for (const file of sources.paths) {
    const reader = LOCKS.get(basename(file));
    // npm ignores the lock file beside a shrinkwrap.
    const isSecond =
      basename(file) === 'package-lock.json' && sources.has(file.replace('package-lock', 'npm-shrinkwrap'));
    if (reader === undefined || isSecond) continue;
    const folder = dirname(file);
    const below = new Map(
      [...manifests].filter(([place]) => coveringFolder(place, new Set([folder])) !== undefined),
    );
    const lock = await sources.parse(file, (text) => reader(text, folder, below));
    if (lock === undefined) continue;
    if (lock.notice !== undefined) sources.unread(file, lock.notice);
    for (const member of lock.members) covered.add(member);
    addLockFile(rows, { ...lock, file, ecosystem: 'npm' });
  }
  for (const manifest of manifests.values())
    addUnlocked(rows, manifest, { own: namesOf(manifests), hasLock: covered.has(manifest.folder) });
}

const namesOf = (manifests: ReadonlyMap<string, PackageJson>) =>
  new Set([...manifests.values()].flatMap(({ name }) => name ?? []));

async function readManifests(sources: ProjectSources): Promise<ReadonlyMap<string, PackageJson>> {
  const manifests = new Map<string, PackageJson>();
  for (const file of sources.paths.filter((path) => basename(path) === 'package.json')) {
    const manifest = await sources.parse(file, (text) => readPackageJson(file, parseJsonTable(text)));
    if (manifest !== undefined) manifests.set(manifest.folder, manifest);
  }
  return manifests;
}

/** With a lock file only later declarations. */
function addUnlocked(
  rows: PackageRows,
  { file, dependencies }: PackageJson,
  { own, hasLock }: { readonly own: ReadonlySet<string>; readonly hasLock: boolean },
): void {
  for (const { alias, specifier, dev, isPeer } of dependencies) {
    const { name, version, isLocal, isGit, repository } = readNpmSpecifier(alias, specifier);
    // Lock files omit peers, and may rename Git dependencies.
    if (hasLock && (isPeer || isGit || rows.isLocked('npm', name))) continue;
    if (isLocal || own.has(name)) continue;
    rows.add({ ecosystem: 'npm', name, version, direct: true, dev, file, isGit, repository });
  }
}
