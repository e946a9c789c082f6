import { inFolder, resolvePath } from '../file-paths.ts';
import type { DirectUse, LockedPackage } from '../locked-packages.ts';
import { isTable, type Table, tableAt, tableOf, textAt, valueAt } from '../values.ts';
import { readNpmSpecifier } from './npm-specifier.ts';
import {
  isPathTooDeep,
  type NpmLock,
  type NpmLockReader,
  newerFormat,
  readPackageJson,
} from './package-json.ts';

const MODULES = 'node_modules/';

/** package-lock.json and npm-shrinkwrap.json, formats 2 and 3. */
export const readPackageLock: NpmLockReader = (text, folder) => {
  const document = tableOf(JSON.parse(text));
  if (!isTable(valueAt(document, 'packages')))
    throw new Error(
      'it has format 1, of npm 6: `npm install --package-lock-only` of npm 7 or later writes format 3',
    );
  const notice = newerFormat(valueAt(document, 'lockfileVersion'), 3);
  return { ...readTree(tableAt(document, 'packages'), folder), notice };
};

function readTree(entries: Table, folder: string): NpmLock {
  const packages = new Map<string, LockedPackage>();
  for (const [path, entry] of Object.entries(entries))
    if (isTable(entry) && !isPathTooDeep(path)) packages.set(path, lockedAt(path, entry));
  const paths = new Map([...packages].map(([path, locked]) => [locked, path]));
  const dependenciesOf = (locked: LockedPackage) => {
    const path = paths.get(locked) ?? '';
    return dependenciesAt(path, entries).flatMap(
      ({ alias }) => resolve(path, alias, packages, entries) ?? [],
    );
  };
  const members = [...packages.keys()].filter((path) => !path.includes(MODULES));
  const uses = members.flatMap((path): DirectUse[] => {
    const place = resolvePath(folder, path);
    const file = place === undefined ? undefined : inFolder(place, 'package.json');
    return dependenciesAt(path, entries).flatMap(({ alias, dev }) => {
      const target = resolve(path, alias, packages, entries);
      return target === undefined ? [] : [{ target, dev, file }];
    });
  });
  const memberFolders = new Set(members.flatMap((path) => resolvePath(folder, path) ?? []));
  return { packages: [...packages.values()], uses, dependenciesOf, members: memberFolders };
}

function dependenciesAt(path: string, entries: Table) {
  const { dependencies } = readPackageJson(path, tableAt(entries, path));
  // A package's own dev dependencies aren't installed.
  return path.includes(MODULES) ? dependencies.filter(({ dev }) => !dev) : dependencies;
}

function lockedAt(path: string, entry: Table): LockedPackage {
  const alias = path.slice(path.lastIndexOf(MODULES) + MODULES.length);
  const resolved = textAt(entry, 'resolved') ?? '';
  const isPlace = !path.includes(MODULES) || valueAt(entry, 'link') === true;
  const source = readNpmSpecifier(alias, resolved);
  const isGit = source.isGit && !/^https?:/.test(resolved);
  return {
    name: textAt(entry, 'name') ?? alias,
    version: textAt(entry, 'version') ?? null,
    isLocal: isPlace || source.isLocal,
    ...(isGit && { isGit, repository: source.repository }),
    ...(valueAt(entry, 'dev') === true && { dev: true }),
  };
}

/** Like Node: in the package's `node_modules`, then above. Follows links. */
function resolve(
  path: string,
  alias: string,
  packages: ReadonlyMap<string, LockedPackage>,
  entries: Table,
): LockedPackage | undefined {
  for (let above = path; ; above = parentOf(above)) {
    const place = `${above === '' ? '' : `${above}/`}${MODULES}${alias}`;
    if (packages.has(place)) {
      const target = tableAt(entries, place);
      return packages.get(valueAt(target, 'link') === true ? (textAt(target, 'resolved') ?? place) : place);
    }
    if (above === '') return undefined;
  }
}

const parentOf = (path: string) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '');
