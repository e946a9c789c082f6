/** Reads pyproject.toml, setup.cfg and single requirements of Python. */

import { gitSource, pypiName } from './package-address.ts';
import type { Declared, Manifest, NamedPackage } from './package-rows.ts';
import { type Table, tableAt, textAt, textsOf, valueAt } from './project-sources.ts';

export interface PythonManifest extends Manifest {
  /** How many declared texts are no requirements. */
  readonly unclear: number;
  readonly files: readonly string[];
  /** The build makes up the dependencies. */
  readonly isDynamic: boolean;
}

/**
 * Reads pyproject.toml: PEP 621, dependency groups (PEP 735), Poetry, PDM, uv, and setuptools’ files of
 * requirements.
 */
export function readPyproject(document: Table): PythonManifest {
  const [project, tool] = [tableAt(document, 'project'), tableAt(document, 'tool')];
  const development = [
    ...Object.values(tableAt(document, 'dependency-groups')),
    ...Object.values(tableAt(tool, 'pdm', 'dev-dependencies')),
    valueAt(tool, 'uv', 'dev-dependencies'),
  ];
  // https://setuptools.pypa.io/en/latest/userguide/pyproject_config.html
  const dynamic = tableAt(tool, 'setuptools', 'dynamic');
  const dynamicTables = [
    valueAt(dynamic, 'dependencies'),
    ...Object.values(tableAt(dynamic, 'optional-dependencies')),
  ];
  const files = dynamicTables.flatMap((table) => textsOf(valueAt(table, 'file')));
  const extras = Object.values(tableAt(project, 'optional-dependencies'));
  const poetry = poetryRequirements(tableAt(tool, 'poetry'));
  const isDynamic = textsOf(valueAt(project, 'dynamic')).includes('dependencies');
  return {
    ...manifest(
      textAt(project, 'name') ?? textAt(tool, 'poetry', 'name'),
      [valueAt(project, 'dependencies'), ...extras].flatMap(textsOf),
      development.flatMap(textsOf),
      poetry,
      tableAt(tool, 'uv', 'sources'),
    ),
    files,
    isDynamic: isDynamic && files.length === 0 && poetry.length === 0,
  };
}

function manifest(
  name: string | undefined,
  runtime: readonly string[],
  development: readonly string[],
  others: readonly Declared[] = [],
  sources: Table = {},
): Pick<PythonManifest, keyof Manifest | 'unclear'> {
  const own = name === undefined ? undefined : pypiName(name.trim());
  const sourceOf = new Map(Object.entries(sources).map(([key, source]) => [pypiName(key), source]));
  const found = [...runtime, ...development].flatMap((text, index): Declared[] => {
    const requirement = parsePythonRequirement(text);
    if (requirement === undefined) return [];
    return [{ ...requirement, ...sourceFacts(sourceOf.get(requirement.name)), dev: index >= runtime.length }];
  });
  return {
    name: own,
    dependencies: [
      ...new Map(
        [...found, ...others].map((each) => [`${each.name} ${each.version} ${each.dev}`, each]),
      ).values(),
    ]
      // `own[extra]` refers to the project's own extras.
      .filter((requirement) => requirement.name !== own),
    unclear: runtime.length + development.length - found.length,
  };
}

function sourceFacts(source: unknown) {
  const path = textAt(source, 'path') ?? textAt(source, 'file');
  const archive = path === undefined ? undefined : pythonArchive(path);
  const isLocal = (path !== undefined && archive === undefined) || valueAt(source, 'workspace') === true;
  return {
    ...(isLocal && { isLocal }),
    ...(archive?.version && { version: archive.version }),
    ...gitSource(textAt(source, 'git')),
  };
}

/** Reads the dependencies of Poetry. Those of groups are for development. */
function poetryRequirements(poetry: Table): readonly Declared[] {
  const groups = Object.values(tableAt(poetry, 'group')).map((group) => tableAt(group, 'dependencies'));
  const tables = [tableAt(poetry, 'dependencies'), tableAt(poetry, 'dev-dependencies'), ...groups];
  return tables.flatMap((table, index) =>
    Object.entries(table).flatMap(([name, value]) => {
      if (name === 'python') return [];
      const constraint = (typeof value === 'string' ? value : textAt(value, 'version')) ?? '';
      // Poetry reads a bare version as exact.
      const version = /^\d[\w.+!-]*$/.test(constraint) ? constraint : exactVersion(constraint);
      return [{ name: pypiName(name), version, dev: index > 0, ...sourceFacts(value) }];
    }),
  );
}

/** Reads `[options]` of setuptools: https://setuptools.pypa.io/en/latest/userguide/declarative_config.html */
export function readSetupCfg(text: string): PythonManifest {
  const sections = parseIni(text);
  const options = sections.get('options');
  const extras = [...(sections.get('options.extras_require')?.values() ?? [])];
  const files: string[] = [];
  /** Splits requirements by line, and takes the files of `file: a.txt, b.txt`. */
  const textsIn = (value = ''): readonly string[] => {
    const named = /^\s*file:\s*(.*)$/s.exec(value)?.[1];
    const parts = (named ?? value).split(named === undefined ? '\n' : /[,\n]/).map((part) => part.trim());
    if (named !== undefined) for (const part of parts) if (part !== '') files.push(part);
    return named === undefined ? parts.filter(Boolean) : [];
  };
  const runtime = [options?.get('install_requires'), ...extras].flatMap(textsIn);
  const tools = [options?.get('setup_requires'), options?.get('tests_require')].flatMap(textsIn);
  const name = sections.get('metadata')?.get('name');
  return { ...manifest(name, runtime, tools), files, isDynamic: false };
}

/** Parses an INI file. Indented lines continue the value above, and names have `_` instead of `-`. */
export function parseIni(text: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const sections = new Map<string, Map<string, string>>();
  let values = new Map<string, string>();
  let last: string | undefined;
  for (const line of text.split('\n')) {
    if (/^\s*(?:[#;]|$)/.test(line)) continue;
    const section = /^\[([^\]]+)\]/.exec(line)?.[1]?.trim();
    const [, key, value = ''] = /^(\S[^=:]*)[=:](.*)$/.exec(line) ?? [];
    if (section !== undefined) {
      values = sections.get(section) ?? new Map();
      sections.set(section, values);
      last = undefined;
    } else if (/^\s/.test(line)) {
      if (last !== undefined) values.set(last, `${values.get(last)}\n${line.replace(/\s#.*$/s, '')}`);
    } else if (key !== undefined) {
      last = key.trim().toLowerCase().replaceAll('-', '_');
      values.set(last, value);
    }
  }
  return sections;
}

/** Matches text with single spaces only, which takes linear time. */
const REQUIREMENT =
  /^([a-z0-9](?:[\w.-]*[a-z0-9])?)(?![\w.-]) ?(?:\[[^\]]*\])? ?(?:@ ?(\S+)|\(? ?([^;()]*?) ?\)?) ?(?:;.*)?$/is;

/** Parses `name[extra] (>=1,<2) ; marker` and `name @ address ; marker` (PEP 508). */
export function parsePythonRequirement(text: string): NamedPackage | undefined {
  const match = REQUIREMENT.exec(text.trim().replace(/\s+/g, ' '));
  if (match === null) return undefined;
  const [, name = '', address, constraint = ''] = match;
  if (address !== undefined) return requirementAt(name, address);
  if (constraint !== '' && !/^(?:[<>=!~]|\^)/.test(constraint)) return undefined;
  return { name: pypiName(name), version: exactVersion(constraint) };
}

export function requirementAt(name: string, address: string): NamedPackage {
  const isGit = /^git\+|\.git(?:[@#]|$)/.test(address);
  const archive = pythonArchive(address);
  const isLocal = archive === undefined && /^(?:file:|\.{0,2}\/|[a-z]:\\)/i.test(address);
  const version = isGit ? null : (archive?.version ?? null);
  return { name: pypiName(name), version, isLocal, ...gitSource(isGit ? address : undefined) };
}

/** `{name}-{version}[-{build}]-{python}-{abi}-{platform}.whl`, or `{name}-{version}.tar.gz`. */
const WHEEL_NAME = /^([\w.]+)-([\w.!+]+)(?:-\d\w*)?-[\w.]+-[\w.]+-[\w.]+\.whl$/;
const SOURCE_NAME = /^([\w.-]*\w)-(\d[\w.!+]*?)\.(?:tar\.gz|tar\.bz2|zip|tgz)$/;

/**
 * Returns what the file name of an archive says of its package; undefined for anything that is no archive. A name that
 * says nothing gives an archive without name and version.
 */
export function pythonArchive(
  address: string,
): { readonly name?: string | undefined; readonly version?: string | undefined } | undefined {
  const path = address.replace(/[#?;].*/s, '').trimEnd();
  if (/^git\+/.test(path) || !/\.(?:whl|tar\.gz|tar\.bz2|zip|tgz)$/i.test(path)) return undefined;
  const file = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).slice(0, 300);
  const [, name, version] = WHEEL_NAME.exec(file) ?? SOURCE_NAME.exec(file) ?? [];
  return { name, version: version?.replaceAll('_', '+') };
}

/** Returns the version of `==1.2.3`, or null if the constraint is not exact. */
function exactVersion(constraint: string): string | null {
  return /^={2,3}\s*([\w.+!-]+)$/.exec(constraint.trim())?.[1] ?? null;
}
