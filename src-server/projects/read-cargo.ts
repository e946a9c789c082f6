/** Rust: a Cargo.lock decides the versions, a Cargo.toml alone names what is wanted. */

import { parse } from 'smol-toml';
import { gitSource } from './package-address.ts';
import {
  addDeclared,
  addLockFile,
  type Declared,
  lockFolders,
  type Manifest,
  type NamedPackage,
  type PackageRows,
} from './package-rows.ts';
import {
  coveringFolder,
  dirname,
  inFolder,
  isTable,
  listAt,
  type ProjectSources,
  type Table,
  tableAt,
  textAt,
  textsOf,
  valueAt,
} from './project-sources.ts';

const CARGO_SECTIONS = [
  ['dependencies', false],
  ['build-dependencies', true],
  ['dev-dependencies', true],
] as const;

/** Reads Cargo.toml with workspaces, and Cargo.lock in formats 1 to 4. */
export async function readCargo(sources: ProjectSources, rows: PackageRows): Promise<void> {
  const manifests = await readManifests(sources);
  const locks = await sources.parseNamed(/^Cargo\.lock$/, (text) => parse(text));
  const lockFolder = lockFolders(locks);
  for (const [file, document] of locks) {
    sources.checkFormat(file, valueAt(document, 'version'), 4);
    addCargoLock(
      rows,
      file,
      document,
      new Map([...manifests].filter(([each]) => lockFolder(each) === dirname(file))),
    );
  }
  addDeclared(rows, 'cargo', manifests, (file) => lockFolder(file) !== undefined);
}

async function readManifests(sources: ProjectSources): Promise<ReadonlyMap<string, Manifest>> {
  const documents = await sources.parseNamed(/^Cargo\.toml$/, (text) => parse(text));
  const workspaces = [...documents].filter(([, document]) => isTable(valueAt(document, 'workspace')));
  const folders = new Set(workspaces.map(([file]) => dirname(file)));
  return new Map(
    [...documents].map(([file, document]) => {
      const workspace = documents.get(inFolder(coveringFolder(dirname(file), folders) ?? '', 'Cargo.toml'));
      const inherited = tableAt(workspace, 'workspace', 'dependencies');
      const holders = [document, ...Object.values(tableAt(document, 'target'))];
      const dependencies = holders.flatMap((holder) =>
        CARGO_SECTIONS.flatMap(([section, dev]) =>
          Object.entries({ ...tableAt(holder, section), ...tableAt(holder, section.replace('-', '_')) }).map(
            ([alias, value]) => dependency(alias, value, dev, inherited),
          ),
        ),
      );
      return [file, { name: textAt(document, 'package', 'name'), dependencies }];
    }),
  );
}

/** Reads a dependency. `{ workspace = true }` stands for that of `[workspace.dependencies]`. */
function dependency(alias: string, value: unknown, dev: boolean, workspace: Table): Declared {
  const inherited = valueAt(value, 'workspace') === true ? valueAt(workspace, alias) : value;
  const version = typeof inherited === 'string' ? inherited : textAt(inherited, 'version');
  return {
    name: textAt(inherited, 'package') ?? alias,
    version: /^=\s*(\d[\w.+-]*)$/.exec(version?.trim() ?? '')?.[1] ?? null,
    dev,
    isLocal: textAt(inherited, 'path') !== undefined,
    ...gitSource(textAt(inherited, 'git')),
  };
}

function addCargoLock(
  rows: PackageRows,
  file: string,
  document: Table,
  manifests: ReadonlyMap<string, Manifest>,
): void {
  const packages = new Map<string, NamedPackage>();
  const references = new Map<NamedPackage, readonly string[]>();
  for (const entry of [...listAt(document, 'package'), valueAt(document, 'root')]) {
    const [name, version, source] = ['name', 'version', 'source'].map((field) => textAt(entry, field));
    if (name === undefined || version === undefined) continue;
    const git = gitSource(source?.startsWith('git+') ? source : undefined);
    const locked = { name, version, isLocal: source === undefined, ...git };
    references.set(locked, textsOf(valueAt(entry, 'dependencies')));
    // References contain only as much of name, version and source as needed.
    for (const key of [name, `${name} ${version}`, `${name} ${version} (${source})`])
      packages.set(key, locked);
  }
  const dependenciesOf = (locked: NamedPackage) =>
    (references.get(locked) ?? []).flatMap(
      (reference) => packages.get(reference) ?? packages.get(reference.replace(/ \(.*/, '')) ?? [],
    );
  const all = [...references.keys()];
  const uses = all.flatMap((local) => {
    if (!local.isLocal) return [];
    const [manifestFile, manifest] = [...manifests].find(([, { name }]) => name === local.name) ?? [];
    // If declared twice, a dev dependency only if both declarations are.
    const isDev = new Map<string, boolean>();
    for (const { name, dev } of manifest?.dependencies ?? [])
      isDev.set(name, dev && (isDev.get(name) ?? true));
    return dependenciesOf(local).map((target) => ({
      target,
      dev: isDev.get(target.name) ?? false,
      file: isDev.has(target.name) ? manifestFile : undefined,
    }));
  });
  addLockFile(rows, { file, ecosystem: 'cargo', packages: all, uses, dependenciesOf });
}
