import { resolvePath } from '../file-paths.ts';
import type { DirectUse, LockedPackage } from '../locked-packages.ts';
import { isTable, type Table, tableAt, tableOf, textAt, valueAt } from '../values.ts';
import { parseLockYaml } from './lock-yaml.ts';
import { type NpmLock, type NpmLockReader, newerFormat } from './npm-lock.ts';
import { readNpmSpecifier } from './npm-specifier.ts';

const SECTIONS = ['dependencies', 'optionalDependencies', 'devDependencies'] as const;

/** Formats 5 to 9; see `pathKey`. */
export const readPnpmLock: NpmLockReader = (text, folder): NpmLock => {
  const document = parseLockYaml(text);
  const packages = new Map<string, LockedPackage>();
  for (const [key, entry] of Object.entries(tableAt(document, 'packages')))
    packages.set(key, lockedPackage(key, tableOf(entry)));
  // Format 9 keeps dependencies apart, per set of peers.
  const snapshots = isTable(valueAt(document, 'snapshots'))
    ? tableAt(document, 'snapshots')
    : tableAt(document, 'packages');
  const edges = new Map<LockedPackage, Table[]>();
  for (const [key, snapshot] of Object.entries(snapshots)) {
    const locked = packages.get(key) ?? packages.get(withoutPeers(key));
    if (locked === undefined) continue;
    const known = edges.get(locked);
    if (known === undefined) edges.set(locked, [tableOf(snapshot)]);
    else known.push(tableOf(snapshot));
  }
  const resolve = (alias: string, version: string) => find(alias, version, packages);
  const dependenciesOf = (locked: LockedPackage) =>
    (edges.get(locked) ?? []).flatMap((snapshot) => targetsOf(snapshot, resolve).map(({ target }) => target));
  const importers = isTable(valueAt(document, 'importers'))
    ? tableAt(document, 'importers')
    : { '.': document };
  const members = Object.entries(importers).flatMap(([path, importer]) => {
    const place = resolvePath(folder, path);
    return place === undefined ? [] : [{ place, importer: tableOf(importer) }];
  });
  const uses = members.flatMap(({ place, importer }) =>
    targetsOf(importer, resolve).map((use) => ({
      ...use,
      file: place === '' ? 'package.json' : `${place}/package.json`,
    })),
  );
  const notice = newerFormat(valueAt(document, 'lockfileVersion'), 9);
  const folders = new Set(members.map(({ place }) => place));
  return { packages: [...packages.values()], uses, dependenciesOf, members: folders, notice };
};

function targetsOf(
  holder: Table,
  resolve: (alias: string, version: string) => LockedPackage | undefined,
): readonly DirectUse[] {
  return SECTIONS.flatMap((section) =>
    Object.entries(tableAt(holder, section)).flatMap(([alias, value]): DirectUse[] => {
      const version = typeof value === 'string' ? value : textAt(value, 'version');
      const target = version === undefined ? undefined : resolve(alias, version);
      return target === undefined ? [] : [{ target, dev: section === 'devDependencies' }];
    }),
  );
}

/** `1.0.0(peer@2.0.0)`, `1.0.0_peer@2.0.0` up to format 5; whole key for aliases and Git dependencies. */
function find(
  alias: string,
  version: string,
  packages: ReadonlyMap<string, LockedPackage>,
): LockedPackage | undefined {
  const bare = withoutPeers(version);
  const keys = [
    `${alias}@${bare}`,
    bare,
    `/${alias}@${version}`,
    `/${alias}/${version}`,
    version,
    `/${alias}@${bare}`,
  ];
  for (const key of keys) {
    const found = packages.get(key);
    if (found !== undefined) return found;
  }
  return undefined;
}

const withoutPeers = (key: string) => key.replace(/\(.*/s, '');

function lockedPackage(key: string, entry: Table): LockedPackage {
  const { name, source } = pathKey(withoutPeers(key));
  const found = readNpmSpecifier(name, source);
  const git = textAt(entry, 'resolution', 'repo') ?? textAt(entry, 'resolution', 'tarball') ?? '';
  const written = found.isGit ? found : readNpmSpecifier(name, git);
  const isRegistry = found.version !== null && textAt(entry, 'resolution', 'integrity') !== undefined;
  const isGit = written.isGit && !isRegistry;
  return {
    name: textAt(entry, 'name') ?? name,
    version: textAt(entry, 'version') ?? found.version,
    isLocal: found.isLocal || textAt(entry, 'resolution', 'type') === 'directory',
    ...(isGit && { isGit, repository: written.repository }),
    // Up to format 8.
    ...(textAt(entry, 'dev') === 'true' && { dev: true }),
  };
}

/**
 * `name@1.0.0` (9), `/name@1.0.0` (6), `/name/1.0.0_peers` (5), `github.com/owner/repo/commit`,
 * `name@https://…`.
 */
function pathKey(key: string): { readonly name: string; readonly source: string } {
  const path = key.replace(/^\//, '');
  const at = /^(@[^/]+\/[^@/]+|[^@/]+)@(.+)$/.exec(path);
  if (at !== null) return { name: at[1] ?? '', source: at[2] ?? '' };
  const slash = key.startsWith('/') ? /^(@[^/]+\/[^/]+|[^/]+)\/([^_/]+)/.exec(path) : null;
  if (slash !== null) return { name: slash[1] ?? '', source: slash[2] ?? '' };
  const host = /^@?(?:codeload\.)?((?:github|gitlab|bitbucket)\.(?:com|org)\/[^/]+\/([^/]+))/.exec(path);
  return { name: host?.[2] ?? '', source: host === null ? path : `git+https://${host[1]}` };
}
