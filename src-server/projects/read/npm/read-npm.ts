import { basename, dirname, inFolder, resolvePath } from '../file-paths.ts';
import { addDeclared, addLockFile } from '../locked-packages.ts';
import type { PackageRows } from '../package-rows.ts';
import { type ProjectSources, parseJson } from '../project-sources.ts';
import { tableOf } from '../values.ts';
import { readBunLock, readPackageLock } from './node-tree.ts';
import { type NpmLockReader, readNpmSpecifier, readPackageJson } from './package-json.ts';
import { readPnpmLock } from './pnpm-lock.ts';
import { readYarnLock } from './yarn-lock.ts';

const LOCKS: ReadonlyMap<string, NpmLockReader> = new Map([
  ['npm-shrinkwrap.json', readPackageLock],
  ['package-lock.json', readPackageLock],
  ['pnpm-lock.yaml', readPnpmLock],
  ['pnpm-lock.yml', readPnpmLock],
  ['yarn.lock', readYarnLock],
  ['bun.lock', readBunLock],
]);

export async function readNpm(sources: ProjectSources, rows: PackageRows): Promise<void> {
  const manifests = await sources.parseNamed(/^package\.json$/, (text) =>
    readPackageJson(tableOf(parseJson(text))),
  );
  const covered = new Set<string>();
  for (const file of sources.paths) {
    const reader = LOCKS.get(basename(file));
    // npm ignores the lock file beside a shrinkwrap.
    const isSecond =
      basename(file) === 'package-lock.json' && sources.has(file.replace('package-lock', 'npm-shrinkwrap'));
    if (reader === undefined || isSecond) continue;
    const folder = dirname(file);
    const start = folder === '' ? 0 : folder.length + 1;
    const below = [...manifests].filter(([path]) => path.startsWith(inFolder(folder, '')));
    const byPlace = new Map(below.map(([path, manifest]) => [dirname(path).slice(start), manifest]));
    const lock = await sources.parse(file, (text) => reader(text, byPlace));
    if (lock === undefined) continue;
    if (lock.format !== undefined) sources.checkFormat(file, lock.format.found, lock.format.newest);
    const members = [...lock.members].flatMap(([path, uses]) => {
      const place = resolvePath(folder, path);
      return place === undefined ? [] : [{ place, uses }];
    });
    for (const { place } of members) covered.add(place);
    const uses = members.flatMap(({ place, uses }) =>
      uses.map((use) => ({ ...use, file: inFolder(place, 'package.json') })),
    );
    addLockFile(rows, { ...lock, uses, file, ecosystem: 'npm' });
  }
  const declared = [...manifests].map(([file, { name, dependencies }]) => {
    const all = dependencies.map((each) => ({ ...each, ...readNpmSpecifier(each.alias, each.specifier) }));
    return [file, { name, dependencies: all }] as const;
  });
  addDeclared(rows, 'npm', new Map(declared), (file) => covered.has(dirname(file)));
}
