import { pypiName } from '../../package-url.ts';
import { repositoryOf } from '../../repository-address.ts';
import type { Declared } from '../locked-packages.ts';
import { type Table, tableAt, textAt, textsOf, valueAt } from '../values.ts';
import {
  exactVersion,
  type PythonRequirement,
  parsePythonRequirement,
  requirementAt,
} from './python-requirement.ts';

/** pyproject.toml or setup.cfg. */
export interface PythonManifest {
  readonly file: string;
  /** Normalised. Undefined without package. */
  readonly name: string | undefined;
  readonly requirements: readonly Declared[];
  /** Declared texts that are no requirements. */
  readonly unclear: number;
  /** Of requirements, as written. */
  readonly files: readonly string[];
  readonly devGroups: ReadonlySet<string>;
  /** A build tool makes up the dependencies. */
  readonly isDynamic: boolean;
}

/** PEP 621, dependency groups (PEP 735), Poetry, PDM, uv, setuptools' files of requirements. */
export function readPyproject(file: string, document: Table): PythonManifest {
  const name = textAt(document, 'project', 'name') ?? textAt(document, 'tool', 'poetry', 'name');
  const groups = {
    ...tableAt(document, 'dependency-groups'),
    ...tableAt(document, 'tool', 'pdm', 'dev-dependencies'),
  };
  const extras = Object.values(tableAt(document, 'project', 'optional-dependencies'));
  const declared = parseDeclared(
    [...textsOf(valueAt(document, 'project', 'dependencies')), ...extras.flatMap(textsOf)],
    [
      ...Object.values(groups).flatMap(textsOf),
      ...textsOf(valueAt(document, 'tool', 'uv', 'dev-dependencies')),
    ],
    tableAt(document, 'tool', 'uv', 'sources'),
  );
  const poetry = poetryRequirements(tableAt(document, 'tool', 'poetry'));
  const own = name === undefined ? undefined : pypiName(name);
  const files = requirementFiles(document);
  const isDynamic = textsOf(valueAt(document, 'project', 'dynamic')).includes('dependencies');
  return {
    ...{ file, files, name: own, unclear: declared.unclear, devGroups: new Set(Object.keys(groups)) },
    // `own[extra]` refers to the project's own extras.
    requirements: [...declared.requirements, ...poetry].filter((requirement) => requirement.name !== own),
    isDynamic: isDynamic && files.length === 0 && poetry.length === 0,
  };
}

/** @param sources `[tool.uv.sources]` */
export function parseDeclared(
  runtime: readonly string[],
  development: readonly string[],
  sources: Table = {},
): Pick<PythonManifest, 'requirements' | 'unclear'> {
  const sourceOf = new Map(Object.entries(sources).map(([name, source]) => [pypiName(name), source]));
  const requirements = [...runtime, ...development].flatMap((text, index): Declared[] => {
    const requirement = parsePythonRequirement(text);
    const dev = index >= runtime.length;
    if (requirement === undefined) return [];
    return [{ ...requirement, ...sourceFacts(sourceOf.get(requirement.name)), dev }];
  });
  return { requirements, unclear: runtime.length + development.length - requirements.length };
}

/** From `[tool.uv.sources]` or Poetry's table. */
function sourceFacts(source: unknown): Partial<PythonRequirement> {
  const git = textAt(source, 'git');
  if (git !== undefined) return { isGit: true, repository: repositoryOf(git) };
  const isLocal = textAt(source, 'path') !== undefined || valueAt(source, 'workspace') === true;
  return isLocal ? { isLocal } : {};
}

/** Of `dynamic` dependencies: https://setuptools.pypa.io/en/latest/userguide/pyproject_config.html */
function requirementFiles(document: Table): readonly string[] {
  const dynamic = tableAt(document, 'tool', 'setuptools', 'dynamic');
  const extras = Object.values(tableAt(dynamic, 'optional-dependencies'));
  return [tableAt(dynamic, 'dependencies'), ...extras].flatMap((table) => textsOf(valueAt(table, 'file')));
}

/** Groups except `main` are dev. */
function poetryRequirements(poetry: Table): readonly Declared[] {
  const groups = Object.values(tableAt(poetry, 'group')).map((group) => tableAt(group, 'dependencies'));
  return [
    ...poetryTable(tableAt(poetry, 'dependencies'), false),
    ...[tableAt(poetry, 'dev-dependencies'), ...groups].flatMap((table) => poetryTable(table, true)),
  ];
}

function poetryTable(table: Table, dev: boolean): readonly Declared[] {
  return Object.entries(table)
    .filter(([name]) => name !== 'python')
    .map(([name, value]) => {
      const constraint = (typeof value === 'string' ? value : textAt(value, 'version')) ?? '';
      // Poetry reads a bare version as exact.
      const version = /^\d[\w.+!-]*$/.test(constraint) ? constraint : exactVersion(constraint);
      return { ...requirementAt(name, ''), version, ...sourceFacts(value), dev };
    });
}
