import { type ParseError, parse } from 'jsonc-parser';
import { inFolder, resolvePath } from '../file-paths.ts';
import type { DirectUse, LockedPackage } from '../locked-packages.ts';
import { isTable, type Table, tableAt, tableOf, valueAt } from '../values.ts';
import { readNpmSpecifier } from './npm-specifier.ts';
import {
  isPathTooDeep,
  type NpmLock,
  type NpmLockReader,
  newerFormat,
  readPackageJson,
} from './package-json.ts';

/** JSON with trailing commas. Nested keys: `parent/child`. */
export const readBunLock: NpmLockReader = (text, folder): NpmLock => {
  const document = parseTrailingCommas(text);
  const packages = new Map<string, LockedPackage>();
  const facts = new Map<LockedPackage, { readonly key: string; readonly entry: Table }>();
  for (const [key, entry] of Object.entries(tableAt(document, 'packages'))) {
    if (!Array.isArray(entry) || typeof entry[0] !== 'string' || isPathTooDeep(key)) continue;
    const locked = lockedPackage(entry[0]);
    packages.set(key, locked);
    facts.set(locked, { key, entry: tableOf(entry.find(isTable)) });
  }
  const dependenciesOf = (locked: LockedPackage) => {
    const { key = '', entry = {} } = facts.get(locked) ?? {};
    const { dependencies } = readPackageJson(key, entry);
    return dependencies.flatMap(({ alias }) => resolve(key, alias, packages) ?? []);
  };
  const members = Object.entries(tableAt(document, 'workspaces')).flatMap(([path, entry]) => {
    const place = resolvePath(folder, path);
    return place === undefined ? [] : [{ place, entry: tableOf(entry) }];
  });
  const uses = members.flatMap(({ place, entry }) => usesOf(place, entry, packages));
  const notice = newerFormat(valueAt(document, 'lockfileVersion'), 1);
  const folders = new Set(members.map(({ place }) => place));
  return { packages: [...packages.values()], uses, dependenciesOf, members: folders, notice };
};

function parseTrailingCommas(text: string): Table {
  const errors: ParseError[] = [];
  const document: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0) throw new Error(`no JSON at position ${errors[0]?.offset}`);
  return tableOf(document);
}

function usesOf(
  folder: string,
  entry: Table,
  packages: ReadonlyMap<string, LockedPackage>,
): readonly DirectUse[] {
  const { name = '', dependencies, file } = readPackageJson(inFolder(folder, 'package.json'), entry);
  return dependencies.flatMap(({ alias, dev }): DirectUse[] => {
    const target = resolve(isPathTooDeep(name) ? '' : name, alias, packages);
    return target === undefined ? [] : [{ target, dev, file }];
  });
}

/** `name@1.0.0`, `name@workspace:path`, `name@github:owner/repo#commit`. */
function lockedPackage(written: string): LockedPackage {
  const [, name = '', source = ''] = /^(@?[^@]+)@(.*)$/.exec(written) ?? [];
  return readNpmSpecifier(name, source);
}

function resolve(
  key: string,
  alias: string,
  packages: ReadonlyMap<string, LockedPackage>,
): LockedPackage | undefined {
  for (let above = key; above !== ''; above = parentOf(above)) {
    const found = packages.get(`${above}/${alias}`);
    if (found !== undefined) return found;
  }
  return packages.get(alias);
}

/** `a/@scope/b` → `a` */
const parentOf = (key: string) => /^(.*)\/(?:@[^/]+\/)?[^/]+$/.exec(key)?.[1]?.replace(/^@[^/]+$/, '') ?? '';
