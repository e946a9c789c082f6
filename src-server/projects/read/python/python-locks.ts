import { pypiName } from '../../package-url.ts';
import { repositoryOf } from '../../repository-address.ts';
import { basename } from '../file-paths.ts';
import { addLockFile, type DirectUse, type LockedPackage } from '../locked-packages.ts';
import type { PackageRows } from '../package-rows.ts';
import { isTable, listAt, type Table, tableAt, textAt, textsOf, valueAt } from '../values.ts';
import type { PythonManifest } from './pyproject.ts';
import { parsePythonRequirement } from './python-requirement.ts';

/** Undefined: all versions. */
/** Bounds lock files that repeat a name. */
const MAX_VERSIONS = 100;

interface LockReference {
  readonly name: string;
  readonly version: string | undefined;
}

interface LockEntry {
  readonly locked: LockedPackage;
  readonly dependencies: readonly LockReference[];
  /** Only local packages in uv.lock. */
  readonly devDependencies: readonly LockReference[];
}

/**
 * poetry.lock, uv.lock, pdm.lock (`[[package]]`) or pylock.toml (`[[packages]]`, PEP 751).
 *
 * @param manifests covered by the lock file
 */
export function addPythonLock(
  rows: PackageRows,
  file: string,
  document: Table,
  manifests: readonly PythonManifest[],
): void {
  const groups = new Set(manifests.flatMap(({ devGroups }) => [...devGroups]));
  // All groups of Poetry and PEP 751 but these are for development.
  const runtime = /^poetry/.test(basename(file)) ? 'main' : /^pylock/.test(basename(file)) ? 'default' : '';
  const isDevGroup = (group: string) => (runtime === '' ? groups.has(group) : group !== runtime);
  const entries = readPythonLock(document, isDevGroup);
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

/** @param isDevGroup for groups used by development only */
function readPythonLock(document: Table, isDevGroup: (group: string) => boolean): readonly LockEntry[] {
  return [...listAt(document, 'package'), ...listAt(document, 'packages')]
    .filter(isTable)
    .flatMap((entry) => {
      const name = textAt(entry, 'name');
      if (name === undefined) return [];
      const facts = { name: pypiName(name), version: textAt(entry, 'version') ?? null };
      const dev = groupsOf(entry)?.every(isDevGroup);
      return [
        {
          locked: { ...facts, ...sourceOf(entry), dev },
          dependencies: references(entry, ['dependencies', 'optional-dependencies']),
          devDependencies: references(entry, ['dev-dependencies']),
        },
      ];
    });
}

/** Poetry 1 has a category, pylock.toml a marker: `"dev" in dependency_groups`. */
function groupsOf(entry: Table): readonly string[] | undefined {
  const marker = textAt(entry, 'marker') ?? '';
  const marked = [...marker.matchAll(/["']([\w.-]+)["'] in dependency_groups/g)].map(
    ([, group = '']) => group,
  );
  const groups = marked.length > 0 ? marked : textsOf(valueAt(entry, 'groups'));
  const category = textAt(entry, 'category');
  if (groups.length > 0) return groups;
  return category === undefined ? undefined : [category];
}

function sourceOf(entry: Table): Pick<LockedPackage, 'isLocal' | 'isGit' | 'repository'> {
  const source = tableAt(entry, 'source');
  // uv: `git = address`. Poetry: `type = "git"`, `url = address`. PDM: `git = address` in the package itself.
  // pylock.toml: `vcs = { type = "git", url = address }`.
  const git =
    textAt(source, 'git') ??
    (textAt(source, 'type') === 'git' ? textAt(source, 'url') : undefined) ??
    textAt(entry, 'git') ??
    (textAt(entry, 'vcs', 'type') === 'git' ? textAt(entry, 'vcs', 'url') : undefined);
  const isLocal =
    isTable(valueAt(entry, 'directory')) ||
    textAt(entry, 'archive', 'path') !== undefined ||
    ['editable', 'virtual', 'directory', 'path'].some((kind) => textAt(source, kind) !== undefined) ||
    ['directory', 'file'].includes(textAt(source, 'type') ?? '') ||
    textAt(entry, 'path') !== undefined;
  return {
    isLocal,
    isGit: git !== undefined,
    repository: git === undefined ? undefined : repositoryOf(git.replace(/[?#].*$/, '')),
  };
}

/** Lists, tables of lists by group, or Poetry's table by name. */
function references(entry: Table, fields: readonly string[]): readonly LockReference[] {
  return fields.flatMap((field) => {
    const value = valueAt(entry, field);
    if (Array.isArray(value)) return value.flatMap(reference);
    const table = tableAt(entry, field);
    if (field === 'dependencies') return Object.keys(table).map((name) => anyVersion(name));
    return Object.values(table).flatMap((group) => (Array.isArray(group) ? group.flatMap(reference) : []));
  });
}

function reference(value: unknown): readonly LockReference[] {
  const name = typeof value === 'string' ? parsePythonRequirement(value)?.name : textAt(value, 'name');
  return name === undefined ? [] : [{ name: pypiName(name), version: textAt(value, 'version') }];
}

const anyVersion = (name: string): LockReference => ({ name: pypiName(name), version: undefined });
