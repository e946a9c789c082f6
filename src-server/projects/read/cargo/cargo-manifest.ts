import { parse } from 'smol-toml';
import { repositoryOf } from '../../repository-address.ts';
import { isTable, type Table, tableAt, textAt, valueAt } from '../values.ts';

export interface CargoDependency {
  /** Not the alias. */
  readonly name: string;
  /** From `=1.2.3`. */
  readonly version: string | null;
  readonly dev: boolean;
  readonly isLocal: boolean;
  readonly repository?: string | undefined;
  readonly isGit: boolean;
}

export interface CargoManifest {
  readonly file: string;
  /** Undefined without root package. */
  readonly name: string | undefined;
  readonly dependencies: readonly CargoDependency[];
}

const SECTIONS = [
  ['dependencies', false],
  ['build-dependencies', true],
  ['dev-dependencies', true],
] as const;

/** @param workspace `[workspace.dependencies]` for `{ workspace = true }` */
export function readCargoManifest(file: string, document: Table, workspace: Table): CargoManifest {
  const holders = [document, ...Object.values(tableAt(document, 'target'))];
  const dependencies = holders.flatMap((holder) =>
    SECTIONS.flatMap(([section, dev]) =>
      Object.entries({ ...tableAt(holder, section), ...tableAt(holder, section.replace('-', '_')) }).map(
        ([alias, value]) => dependency(alias, value, dev, workspace),
      ),
    ),
  );
  return { file, name: textAt(document, 'package', 'name'), dependencies };
}

export function parseCargoToml(text: string): Table {
  return parse(text);
}

function dependency(alias: string, value: unknown, dev: boolean, workspace: Table): CargoDependency {
  const inherited = valueAt(value, 'workspace') === true ? valueAt(workspace, alias) : value;
  const version = typeof inherited === 'string' ? inherited : textAt(inherited, 'version');
  const git = textAt(inherited, 'git');
  return {
    name: textAt(inherited, 'package') ?? alias,
    version: /^=\s*(\d[\w.+-]*)$/.exec(version?.trim() ?? '')?.[1] ?? null,
    dev,
    isLocal: isTable(inherited) && textAt(inherited, 'path') !== undefined,
    isGit: git !== undefined,
    repository: git === undefined ? undefined : repositoryOf(git),
  };
}
