import { groupBy } from '../../../contract/words.ts';
import { pypiName } from '../../package-url.ts';
import { gitSource } from '../../repository-address.ts';
import { addLockFile, type DirectUse } from '../locked-packages.ts';
import type { NamedPackage, PackageRows } from '../package-rows.ts';
import { isTable, listAt, type Table, tableAt, textAt, valueAt } from '../values.ts';
import { type PythonManifest, parsePythonRequirement } from './python-manifests.ts';

/** Undefined version: all versions. */
type LockReference = { readonly name: string; readonly version?: string | undefined };

/** poetry.lock, uv.lock, pdm.lock (`[[package]]`) or pylock.toml (`[[packages]]`, PEP 751). */
export function addPythonLock(
  rows: PackageRows,
  file: string,
  document: Table,
  manifests: ReadonlyMap<string, PythonManifest>,
): void {
  const entries = readEntries(document);
  const own = new Set([...manifests.values()].map(({ name }) => name));
  const byName = groupBy(entries, ({ locked }) => locked.name);
  const find = ({ name, version }: LockReference): readonly NamedPackage[] => {
    // A hostile lock file repeats a name.
    const named = (byName.get(name) ?? []).slice(0, 100).map(({ locked }) => locked);
    const exact = named.filter((locked) => locked.version === version);
    return exact.length > 0 ? exact : named;
  };
  const dependencies = new Map(entries.map((entry) => [entry.locked, entry.dependencies]));
  // Local packages without a manifest in the project. Otherwise, the manifest says what is direct.
  const local = entries.filter(({ locked }) => locked.isLocal && !own.has(locked.name));
  const isDeclared = manifests.size > 0 || local.some((entry) => entry.dependencies.length > 0);
  // Without a manifest, what no other package needs.
  const needed = new Set(entries.flatMap((entry) => entry.dependencies.map(({ name }) => name)));
  const roots = isDeclared ? [] : entries.filter(({ locked }) => !needed.has(locked.name));
  const usesOf = (references: readonly LockReference[], dev: boolean, from?: string) =>
    references.flatMap(find).map((target): DirectUse => ({ target, dev, file: from }));
  const uses = [
    ...roots.map(({ locked }): DirectUse => ({ target: locked, dev: false })),
    ...[...manifests].flatMap(([manifest, { dependencies }]) =>
      dependencies.flatMap(({ name, dev }) => usesOf([{ name }], dev, manifest)),
    ),
    ...local.flatMap((each) => [...usesOf(each.dependencies, false), ...usesOf(each.devDependencies, true)]),
  ];
  addLockFile(rows, {
    file,
    ecosystem: 'pypi',
    packages: entries.map(({ locked }) => locked).filter(({ name }) => !own.has(name)),
    uses: uses.filter(({ target }) => !own.has(target.name)),
    dependenciesOf: (locked) => (dependencies.get(locked) ?? []).flatMap(find),
  });
}

function readEntries(document: Table) {
  return [...listAt(document, 'package'), ...listAt(document, 'packages')].flatMap((entry) => {
    const name = textAt(entry, 'name');
    if (name === undefined) return [];
    const version = textAt(entry, 'version') ?? null;
    const locked: NamedPackage = { name: pypiName(name), version, ...sourceOf(entry) };
    const dependencies = ['dependencies', 'optional-dependencies'].flatMap((field) =>
      references(entry, field),
    );
    // Only of local packages in uv.lock.
    return [{ locked, dependencies, devDependencies: references(entry, 'dev-dependencies') }];
  });
}

function sourceOf(entry: unknown) {
  const source = tableAt(entry, 'source');
  // uv: `git = address`. Poetry: `type = "git"`, `url = address`. PDM: `git = address` in the package itself.
  // pylock.toml: `vcs = { type = "git", url = address }`.
  const git = [source, entry, tableAt(entry, 'vcs')].flatMap(
    (holder) =>
      textAt(holder, 'git') ?? (textAt(holder, 'type') === 'git' ? textAt(holder, 'url') : []) ?? [],
  )[0];
  const isLocal =
    isTable(valueAt(entry, 'directory')) ||
    ['editable', 'virtual', 'directory', 'path'].some((kind) => textAt(source, kind) !== undefined) ||
    ['directory', 'file'].includes(textAt(source, 'type') ?? '') ||
    textAt(entry, 'path') !== undefined;
  return { isLocal, ...gitSource(git) };
}

/** Lists, tables of lists by group, or Poetry's table by name. */
function references(entry: unknown, field: string): readonly LockReference[] {
  const value = valueAt(entry, field);
  if (Array.isArray(value)) return value.flatMap(reference);
  const table = tableAt(entry, field);
  if (field === 'dependencies') return Object.keys(table).map((name) => ({ name: pypiName(name) }));
  return Object.values(table).flatMap((group) => (Array.isArray(group) ? group.flatMap(reference) : []));
}

function reference(value: unknown): readonly LockReference[] {
  const name = typeof value === 'string' ? parsePythonRequirement(value)?.name : textAt(value, 'name');
  return name === undefined ? [] : [{ name: pypiName(name), version: textAt(value, 'version') }];
}
