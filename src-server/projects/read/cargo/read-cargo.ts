import { parse } from 'smol-toml';
import { repositoryOf } from '../../repository-address.ts';
import { coveringFolder, dirname } from '../file-paths.ts';
import {
  addDeclared,
  addLockFile,
  type Declared,
  type DirectUse,
  type LockedPackage,
} from '../locked-packages.ts';
import type { PackageRows } from '../package-rows.ts';
import type { ProjectSources } from '../project-sources.ts';
import { isTable, listAt, type Table, tableAt, textAt, textsOf, valueAt } from '../values.ts';

interface CargoManifest {
  readonly file: string;
  /** Undefined without root package. */
  readonly name: string | undefined;
  readonly dependencies: readonly Declared[];
}

const NEWEST_FORMAT = 4;
const SECTIONS = [
  ['dependencies', false],
  ['build-dependencies', true],
  ['dev-dependencies', true],
] as const;

/** Cargo.toml with workspaces, Cargo.lock in formats 1 to 4. */
export async function readCargo(sources: ProjectSources, rows: PackageRows): Promise<void> {
  const manifests = await readManifests(sources);
  const locks = await sources.parseNamed(/^Cargo\.lock$/, (text) => parse(text));
  const folders = new Set(sources.named(/^Cargo\.lock$/).map(dirname));
  const lockFolder = ({ file }: CargoManifest) => coveringFolder(dirname(file), folders);
  for (const [file, document] of locks) {
    const format = valueAt(document, 'version');
    if (typeof format === 'number' && format > NEWEST_FORMAT)
      sources.unread(file, `has the unknown format ${format}; read as ${NEWEST_FORMAT}`);
    const covered = manifests.filter((manifest) => lockFolder(manifest) === dirname(file));
    addCargoLock(rows, file, document, covered);
  }
  const read = new Set<string | undefined>([...locks.keys()].map(dirname));
  const own = new Set(manifests.map(({ name }) => name));
  for (const manifest of manifests)
    addDeclared(rows, 'cargo', manifest.file, manifest.dependencies, own, read.has(lockFolder(manifest)));
}

async function readManifests(sources: ProjectSources): Promise<readonly CargoManifest[]> {
  const documents = await sources.parseNamed(/^Cargo\.toml$/, (text) => parse(text));
  const workspaces = new Map(
    [...documents].flatMap(([file, document]) => {
      const workspace = valueAt(document, 'workspace');
      return isTable(workspace) ? [[dirname(file), tableAt(workspace, 'dependencies')]] : [];
    }),
  );
  const folders = new Set(workspaces.keys());
  return [...documents].map(([file, document]) => {
    const workspace = workspaces.get(coveringFolder(dirname(file), folders) ?? '') ?? {};
    const holders = [document, ...Object.values(tableAt(document, 'target'))];
    const dependencies = holders.flatMap((holder) =>
      SECTIONS.flatMap(([section, dev]) =>
        Object.entries({ ...tableAt(holder, section), ...tableAt(holder, section.replace('-', '_')) }).map(
          ([alias, value]) => dependency(alias, value, dev, workspace),
        ),
      ),
    );
    return { file, name: textAt(document, 'package', 'name'), dependencies };
  });
}

/** @param workspace `[workspace.dependencies]` for `{ workspace = true }` */
function dependency(alias: string, value: unknown, dev: boolean, workspace: Table): Declared {
  const inherited = valueAt(value, 'workspace') === true ? valueAt(workspace, alias) : value;
  const version = typeof inherited === 'string' ? inherited : textAt(inherited, 'version');
  const git = textAt(inherited, 'git');
  return {
    name: textAt(inherited, 'package') ?? alias,
    version: /^=\s*(\d[\w.+-]*)$/.exec(version?.trim() ?? '')?.[1] ?? null,
    dev,
    isLocal: textAt(inherited, 'path') !== undefined,
    isGit: git !== undefined,
    repository: git && repositoryOf(git),
  };
}

function addCargoLock(
  rows: PackageRows,
  file: string,
  document: Table,
  manifests: readonly CargoManifest[],
): void {
  const packages = new Map<string, LockedPackage>();
  const references = new Map<LockedPackage, readonly string[]>();
  for (const entry of [...listAt(document, 'package'), valueAt(document, 'root')].filter(isTable)) {
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
    repository: isGit && source ? repositoryOf(source) : undefined,
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
