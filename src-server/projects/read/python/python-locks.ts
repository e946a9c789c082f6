import { pypiName } from '../../package-url.ts';
import { repositoryOf } from '../../repository-address.ts';
import type { LockedPackage } from '../locked-packages.ts';
import { isTable, listAt, type Table, tableAt, textAt, textsOf, valueAt } from '../values.ts';
import { parsePythonRequirement } from './python-requirement.ts';

/** Undefined: all versions. */
export interface LockReference {
  readonly name: string;
  readonly version: string | undefined;
}

export interface LockEntry {
  readonly locked: LockedPackage;
  readonly dependencies: readonly LockReference[];
  /** Only local packages in uv.lock. */
  readonly devDependencies: readonly LockReference[];
}

/**
 * poetry.lock, uv.lock, pdm.lock (`[[package]]`) or pylock.toml (`[[packages]]`, PEP 751).
 *
 * @param isDevGroup for groups used by development only
 */
export function readPythonLock(
  document: Table,
  isDevGroup: (group: string) => boolean,
): readonly LockEntry[] {
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
