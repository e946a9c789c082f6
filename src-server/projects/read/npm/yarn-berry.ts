import { resolvePath } from '../file-paths.ts';
import type { DirectUse, LockedPackage } from '../locked-packages.ts';
import { isTable, type Table, tableAt, textAt, valueAt } from '../values.ts';
import { parseLockYaml } from './lock-yaml.ts';
import { readNpmSpecifier } from './npm-specifier.ts';
import { type NpmLock, type NpmLockReader, newerFormat, type PackageJson } from './package-json.ts';

/** Yarn 2 and later: YAML with workspaces. */
export const readYarnBerry: NpmLockReader = (text, folder, manifests): NpmLock => {
  const document = parseLockYaml(text);
  const entries = new Map<LockedPackage, Table>();
  const byDescriptor = new Map<string, LockedPackage>();
  for (const [key, entry] of Object.entries(document)) {
    if (key === '__metadata' || !isTable(entry)) continue;
    const locked = lockedPackage(entry);
    entries.set(locked, entry);
    for (const descriptor of key.split(', ')) byDescriptor.set(descriptor, locked);
  }
  const names = namesOf(entries.keys());
  const resolve = (alias: string, range: string) =>
    byDescriptor.get(`${alias}@${range}`) ?? byDescriptor.get(`${alias}@npm:${range}`) ?? names.get(alias);
  const dependenciesOf = (locked: LockedPackage) =>
    Object.entries(tableAt(entries.get(locked), 'dependencies')).flatMap(
      ([alias, range]) => resolve(alias, String(range)) ?? [],
    );
  const members = [...entries].flatMap(([locked, entry]) => {
    const path = /@workspace:(.*)$/.exec(textAt(entry, 'resolution') ?? '')?.[1];
    const place = path === undefined ? undefined : resolvePath(folder, path);
    return place === undefined ? [] : [{ locked, place }];
  });
  const uses = members.flatMap(({ locked, place }) =>
    usesOf(tableAt(entries.get(locked), 'dependencies'), manifests.get(place), resolve),
  );
  const notice = newerFormat(valueAt(document, '__metadata', 'version'), 10);
  const folders = new Set(members.map(({ place }) => place));
  return { packages: [...entries.keys()], uses, dependenciesOf, members: folders, notice };
};

function usesOf(
  dependencies: Table,
  manifest: PackageJson | undefined,
  resolve: (alias: string, range: string) => LockedPackage | undefined,
): readonly DirectUse[] {
  // Reversed, so that the first declaration counts.
  const declarations = new Map(
    [...(manifest?.dependencies ?? [])].reverse().map((dependency) => [dependency.alias, dependency]),
  );
  return Object.entries(dependencies).flatMap(([alias, range]): DirectUse[] => {
    const target = resolve(alias, String(range));
    const declared = declarations.get(alias);
    return target === undefined
      ? []
      : [{ target, dev: declared?.dev ?? false, file: declared && manifest?.file }];
  });
}

/** Packages with one version. Resolves `resolutions`, missing in the lock file. */
function namesOf(packages: Iterable<LockedPackage>): ReadonlyMap<string, LockedPackage> {
  const names = new Map<string, LockedPackage | undefined>();
  for (const locked of packages) names.set(locked.name, names.has(locked.name) ? undefined : locked);
  return new Map([...names].flatMap(([name, locked]) => (locked === undefined ? [] : [[name, locked]])));
}

function lockedPackage(entry: Table): LockedPackage {
  const resolution = textAt(entry, 'resolution') ?? '';
  const [, name = '', source = ''] = /^(@?[^@]+)@(.*)$/.exec(resolution) ?? [];
  const { isLocal, isGit, repository } = readNpmSpecifier(name, source);
  const version = textAt(entry, 'version') ?? null;
  const isPatched = source.startsWith('patch:');
  return { name, version, isLocal: isLocal && !isPatched, ...(isGit && { isGit, repository }) };
}
