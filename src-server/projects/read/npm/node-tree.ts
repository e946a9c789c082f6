import { type ParseError, parse } from 'jsonc-parser';
import type { NamedPackage } from '../package-rows.ts';
import { isTable, type Table, tableAt, tableOf, textAt, valueAt } from '../values.ts';
import {
  type NpmLock,
  type NpmLockReader,
  type NpmUse,
  readNpmSpecifier,
  readPackageJson,
} from './package-json.ts';

const MODULES = 'node_modules/';

/** package-lock.json and npm-shrinkwrap.json, formats 2 and 3. */
export const readPackageLock: NpmLockReader = (text) => {
  const document = tableOf(JSON.parse(text));
  if (!isTable(valueAt(document, 'packages')))
    throw new Error(
      'it has format 1, of npm 6: `npm install --package-lock-only` of npm 7 or later writes format 3',
    );
  const format = { found: valueAt(document, 'lockfileVersion'), newest: 3 };
  return { ...readTree(tableAt(document, 'packages')), format };
};

/** bun.lock: JSON with trailing commas. Nested keys, `parent/child`, become the paths of npm. */
export const readBunLock: NpmLockReader = (text) => {
  const errors: ParseError[] = [];
  const document = tableOf(parse(text, errors, { allowTrailingComma: true }));
  if (errors.length > 0) throw new Error(`no JSON at position ${errors[0]?.offset}`);
  const members = Object.entries(tableAt(document, 'workspaces'));
  const folders = new Map(members.map(([path, member]) => [textAt(member, 'name'), path]));
  const entries: [string, unknown][] = [...members];
  for (const [key, value] of Object.entries(tableAt(document, 'packages'))) {
    if (!Array.isArray(value) || typeof value[0] !== 'string' || isTooDeep(key)) continue;
    // `name@1.0.0`, `name@workspace:path`, `name@github:owner/repo#commit`
    const [, name = '', source = ''] = /^(@?[^@]+)@(.*)$/.exec(value[0]) ?? [];
    const [first = '', ...inner] = key.match(/@[^/]+\/[^/]+|[^/]+/g) ?? [];
    // What only a member uses lies below its name.
    const folder = inner.length > 0 ? folders.get(first) : undefined;
    const path = [folder || MODULES + first, ...inner.map((each) => MODULES + each)].join('/');
    const place = /^workspace:(.*)$/.exec(source)?.[1];
    const { version } = readNpmSpecifier(name, source);
    const facts = place === undefined ? { version, resolved: source } : { link: true, resolved: place };
    entries.push([path, { ...value.find(isTable), name, ...facts }]);
  }
  const format = { found: valueAt(document, 'lockfileVersion'), newest: 1 };
  return { ...readTree(Object.fromEntries(entries)), format };
};

/** @param entries by path, as npm installs them */
function readTree(entries: Table): NpmLock {
  const packages = new Map<string, NamedPackage>();
  for (const [path, entry] of Object.entries(entries))
    if (isTable(entry) && !isTooDeep(path)) packages.set(path, lockedAt(path, entry));
  const paths = new Map([...packages].map(([path, locked]) => [locked, path]));
  const usesAt = (path: string): readonly NpmUse[] =>
    readPackageJson(tableAt(entries, path)).dependencies.flatMap(({ alias, dev }) => {
      const target = resolve(path, alias, packages, entries);
      // A package's own dev dependencies aren't installed.
      return target === undefined || (dev && path.includes(MODULES)) ? [] : [{ target, dev }];
    });
  const members = [...packages.keys()].filter((path) => !path.includes(MODULES));
  return {
    packages: [...packages.values()],
    dependenciesOf: (locked) => usesAt(paths.get(locked) ?? '').map(({ target }) => target),
    members: new Map(members.map((path) => [path, usesAt(path)])),
  };
}

function lockedAt(path: string, entry: Table): NamedPackage {
  const alias = path.slice(path.lastIndexOf(MODULES) + MODULES.length);
  const resolved = textAt(entry, 'resolved') ?? '';
  const isPlace = !path.includes(MODULES) || valueAt(entry, 'link') === true;
  const { isLocal, isGit, repository } = readNpmSpecifier(alias, resolved);
  return {
    name: textAt(entry, 'name') ?? alias,
    version: textAt(entry, 'version') ?? null,
    isLocal: isPlace || isLocal,
    ...(isGit && !/^https?:/.test(resolved) && { isGit, repository }),
  };
}

/** Like Node: in the package's `node_modules`, then above. Follows links. */
function resolve(
  path: string,
  alias: string,
  packages: ReadonlyMap<string, NamedPackage>,
  entries: Table,
): NamedPackage | undefined {
  for (let above = path; ; above = above.includes('/') ? above.slice(0, above.lastIndexOf('/')) : '') {
    const place = `${above === '' ? '' : `${above}/`}${MODULES}${alias}`;
    if (packages.has(place)) {
      const target = tableAt(entries, place);
      return packages.get(valueAt(target, 'link') === true ? (textAt(target, 'resolved') ?? place) : place);
    }
    if (above === '') return undefined;
  }
}

/** Bounds the quadratic time of walking up. */
function isTooDeep(path: string): boolean {
  return path.length > 2_000 || path.split('/').length > 100;
}
