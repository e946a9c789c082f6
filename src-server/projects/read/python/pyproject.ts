import { pypiName } from '../../package-url.ts';
import { repositoryOf } from '../repository-of.ts';
import { type Table, tableAt, textAt, textsOf, valueAt } from '../values.ts';
import {
  exactVersion,
  type PythonRequirement,
  parsePythonRequirement,
  requirementAt,
} from './python-requirement.ts';

export interface DeclaredRequirement extends PythonRequirement {
  readonly dev: boolean;
}

export interface PythonManifest {
  readonly file: string;
  /** Normalised. Undefined without package. */
  readonly name: string | undefined;
  readonly requirements: readonly DeclaredRequirement[];
  readonly devGroups: ReadonlySet<string>;
}

/** PEP 621, dependency groups (PEP 735), Poetry, PDM, uv. */
export function readPyproject(file: string, document: Table): PythonManifest {
  const name = textAt(document, 'project', 'name') ?? textAt(document, 'tool', 'poetry', 'name');
  const groups = {
    ...tableAt(document, 'dependency-groups'),
    ...tableAt(document, 'tool', 'pdm', 'dev-dependencies'),
  };
  const sources = new Map(
    Object.entries(tableAt(document, 'tool', 'uv', 'sources')).map(([key, value]) => [pypiName(key), value]),
  );
  const standard = [
    ...declared(textsOf(valueAt(document, 'project', 'dependencies')), false, sources),
    ...declared(listed(tableAt(document, 'project', 'optional-dependencies')), false, sources),
    ...declared(listed(groups), true, sources),
    ...declared(textsOf(valueAt(document, 'tool', 'uv', 'dev-dependencies')), true, sources),
  ];
  const requirements = [...standard, ...poetryRequirements(tableAt(document, 'tool', 'poetry'))];
  const own = name === undefined ? undefined : pypiName(name);
  return {
    file,
    name: own,
    // `own[extra]` refers to the project's own extras.
    requirements: requirements.filter((requirement) => requirement.name !== own),
    devGroups: new Set(Object.keys(groups)),
  };
}

const listed = (groups: Table) => Object.values(groups).flatMap(textsOf);

function declared(
  texts: readonly string[],
  dev: boolean,
  sources: ReadonlyMap<string, unknown>,
): readonly DeclaredRequirement[] {
  return texts.flatMap((text) => {
    const requirement = parsePythonRequirement(text);
    if (requirement === undefined) return [];
    return [{ ...requirement, ...sourceFacts(sources.get(requirement.name)), dev }];
  });
}

/** From `[tool.uv.sources]` or Poetry's table. */
function sourceFacts(source: unknown): Partial<PythonRequirement> {
  const git = textAt(source, 'git');
  if (git !== undefined) return { isGit: true, repository: repositoryOf(git) };
  const isLocal = textAt(source, 'path') !== undefined || valueAt(source, 'workspace') === true;
  return isLocal ? { isLocal } : {};
}

/** Groups except `main` are dev. */
function poetryRequirements(poetry: Table): readonly DeclaredRequirement[] {
  const groups = Object.values(tableAt(poetry, 'group')).map((group) => tableAt(group, 'dependencies'));
  return [
    ...poetryTable(tableAt(poetry, 'dependencies'), false),
    ...[tableAt(poetry, 'dev-dependencies'), ...groups].flatMap((table) => poetryTable(table, true)),
  ];
}

function poetryTable(table: Table, dev: boolean): readonly DeclaredRequirement[] {
  return Object.entries(table)
    .filter(([name]) => name !== 'python')
    .map(([name, value]) => {
      const constraint = (typeof value === 'string' ? value : textAt(value, 'version')) ?? '';
      // Poetry reads a bare version as exact.
      const version = /^\d[\w.+!-]*$/.test(constraint) ? constraint : exactVersion(constraint);
      return { ...requirementAt(name, ''), version, ...sourceFacts(value), dev };
    });
}
