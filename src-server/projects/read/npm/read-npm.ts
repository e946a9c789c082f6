import { basename, coveringFolder, dirname } from '../file-paths.ts';
import { addDeclared, addLockFile } from '../locked-packages.ts';
import type { PackageRows } from '../package-rows.ts';
import { type ProjectSources, parseJson } from '../project-sources.ts';
import { tableOf } from '../values.ts';
import { readBunLock } from './bun-lock.ts';
import { readNpmSpecifier } from './npm-specifier.ts';
import { type NpmLockReader, readPackageJson } from './package-json.ts';
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
  const packages = await sources.parseNamed(/^package\.json$/, (text, file) =>
    readPackageJson(file, tableOf(parseJson(text))),
  );
  const manifests = new Map([...packages.values()].map((manifest) => [manifest.folder, manifest]));
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
  const own = new Set([...manifests.values()].map(({ name }) => name));
  for (const { file, folder, dependencies } of manifests.values()) {
    const hasLock = covered.has(folder);
    const declared = dependencies
      // Lock files omit peers.
      .filter(({ isPeer }) => !(hasLock && isPeer))
      .map(({ alias, specifier, dev }) => ({ ...readNpmSpecifier(alias, specifier), dev }));
    addDeclared(rows, 'npm', file, declared, own, hasLock);
  }
}
