import { dirname } from '../file-paths.ts';
import { type Table, tableAt, tableOf, textAt } from '../values.ts';

export interface NpmDependency {
  readonly alias: string;
  readonly specifier: string;
  readonly dev: boolean;
  readonly isPeer: boolean;
}

export interface PackageJson {
  readonly file: string;
  readonly folder: string;
  readonly name: string | undefined;
  readonly dependencies: readonly NpmDependency[];
}

const SECTIONS = ['dependencies', 'optionalDependencies', 'devDependencies', 'peerDependencies'] as const;

/** @param document package.json, or entry of a lock file */
export function readPackageJson(file: string, document: Table): PackageJson {
  const found = new Map<string, NpmDependency>();
  for (const section of SECTIONS)
    for (const [alias, specifier] of Object.entries(tableAt(document, section)))
      if (typeof specifier === 'string' && !found.has(alias)) {
        const isPeer = section === 'peerDependencies';
        found.set(alias, { alias, specifier, dev: section === 'devDependencies', isPeer });
      }
  const overrides = { ...tableAt(document, 'overrides'), ...tableAt(document, 'resolutions') };
  const dependencies = [...found.values()].map((dependency) => overridden(dependency, overrides));
  return { file, folder: dirname(file), name: textAt(document, 'name'), dependencies };
}

export function parseJsonTable(text: string): Table {
  return tableOf(JSON.parse(text));
}

function overridden(dependency: NpmDependency, overrides: Table): NpmDependency {
  const specifier = textAt(overrides, dependency.alias);
  return specifier === undefined || specifier.startsWith('$') ? dependency : { ...dependency, specifier };
}
