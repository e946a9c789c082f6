/** Reads packages of npm, with the lock files of npm, pnpm, Yarn and Bun. */

import { type ParseError, parse } from 'jsonc-parser';
import { isScalar, parseAllDocuments, visit } from 'yaml';
import { LIMITS } from '../contract/limits.ts';
import { groupBy } from '../contract/words.ts';
import {
  type NpmLock,
  type NpmLockReader,
  type NpmUse,
  type PackageJson,
  readNpmSpecifier,
  readPackageJson,
} from './package-json.ts';
import { addDeclared, addLockFile, type NamedPackage, type PackageRows } from './package-rows.ts';
import {
  basename,
  dirname,
  inFolder,
  isTable,
  type ProjectSources,
  parseJson,
  resolvePath,
  type Table,
  tableAt,
  tableOf,
  textAt,
  valueAt,
} from './project-sources.ts';

/** Options of the parser, without which hostile texts take quadratic time. */
const LINEAR_PARSING = { prettyErrors: false, uniqueKeys: false } as const;

/**
 * Parses a lock file in YAML. Scalars stay texts, so that `1.10` keeps its zero. Of the two documents that
 * pnpm 11 writes, the first locks pnpm itself.
 */
export function parseLockYaml(text: string): Table {
  if (text.length > LIMITS.lockYamlLength)
    throw new Error(`the YAML is larger than ${LIMITS.lockYamlLength / 2 ** 20} MiB`);
  const parsed = parseAllDocuments(text, { ...LINEAR_PARSING, schema: 'failsafe', logLevel: 'silent' });
  const documents = [...parsed].map((document) => {
    if (document.errors[0] !== undefined) throw document.errors[0];
    visit(document, {
      Pair(_place, { key }) {
        // Each such key would be written out as text, with all keys inside.
        if (key !== null && !isScalar(key)) throw new Error('the YAML has a key that is a list or a table');
      },
    });
    return tableOf(document.toJS({ maxAliasCount: 50 }));
  });
  return documents.findLast((document) => !isPnpmItself(document)) ?? {};
}

const PNPM_OWN_SECTIONS: readonly string[] = ['configDependencies', 'packageManagerDependencies'];

/** Says whether a document locks the package manager and its plugins only. */
function isPnpmItself(document: Table): boolean {
  const importers = Object.values(tableAt(document, 'importers')).filter(isTable);
  const sections = importers.flatMap((importer) => Object.keys(importer));
  const isEmpty = Object.keys(document).length === 0;
  return isEmpty || (sections.length > 0 && sections.every((section) => PNPM_OWN_SECTIONS.includes(section)));
}

const NODE_MODULES = 'node_modules/';

/** Reads package-lock.json and npm-shrinkwrap.json in formats 2 and 3. */
const readPackageLock: NpmLockReader = (text) => {
  const document = tableOf(JSON.parse(text));
  if (!isTable(valueAt(document, 'packages')))
    throw new Error(
      'it has format 1, of npm 6: `npm install --package-lock-only` of npm 7 or later writes format 3',
    );
  const format = { found: valueAt(document, 'lockfileVersion'), newest: 3 };
  return { ...readTree(tableAt(document, 'packages')), format };
};

/**
 * Reads bun.lock, which is JSON with trailing commas. Nested keys, `parent/child`, become the paths of npm.
 */
const readBunLock: NpmLockReader = (text) => {
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
    const path = [folder || NODE_MODULES + first, ...inner.map((each) => NODE_MODULES + each)].join('/');
    const place = /^workspace:(.*)$/.exec(source)?.[1];
    const { version } = readNpmSpecifier(name, source);
    const facts = place === undefined ? { version, resolved: source } : { link: true, resolved: place };
    entries.push([path, { ...value.find(isTable), name, ...facts }]);
  }
  const format = { found: valueAt(document, 'lockfileVersion'), newest: 1 };
  return { ...readTree(Object.fromEntries(entries)), format };
};

/** Reads entries by path, as npm installs them. */
function readTree(entries: Table): NpmLock {
  const packages = new Map<string, NamedPackage>();
  for (const [path, entry] of Object.entries(entries))
    if (isTable(entry) && !isTooDeep(path)) packages.set(path, lockedAt(path, entry));
  const paths = new Map([...packages].map(([path, locked]) => [locked, path]));
  const usesAt = (path: string): readonly NpmUse[] =>
    readPackageJson(tableAt(entries, path)).dependencies.flatMap(({ alias, dev }) => {
      const target = resolve(path, alias, packages, entries);
      // A package's own dev dependencies aren't installed.
      return target === undefined || (dev && path.includes(NODE_MODULES)) ? [] : [{ target, dev }];
    });
  const members = [...packages.keys()].filter((path) => !path.includes(NODE_MODULES));
  return {
    packages: [...packages.values()],
    dependenciesOf: (locked) => usesAt(paths.get(locked) ?? '').map(({ target }) => target),
    members: new Map(members.map((path) => [path, usesAt(path)])),
  };
}

function lockedAt(path: string, entry: Table): NamedPackage {
  const alias = path.slice(path.lastIndexOf(NODE_MODULES) + NODE_MODULES.length);
  const resolved = textAt(entry, 'resolved') ?? '';
  const isPlace = !path.includes(NODE_MODULES) || valueAt(entry, 'link') === true;
  const { isLocal, isGit, repository } = readNpmSpecifier(alias, resolved);
  return {
    name: textAt(entry, 'name') ?? alias,
    version: textAt(entry, 'version') ?? null,
    isLocal: isPlace || isLocal,
    ...(isGit && !/^https?:/.test(resolved) && { isGit, repository }),
  };
}

/** Resolves a package as Node does: in the package’s `node_modules`, then above. Links are followed. */
function resolve(
  path: string,
  alias: string,
  packages: ReadonlyMap<string, NamedPackage>,
  entries: Table,
): NamedPackage | undefined {
  for (let above = path; ; above = above.includes('/') ? above.slice(0, above.lastIndexOf('/')) : '') {
    const place = `${above === '' ? '' : `${above}/`}${NODE_MODULES}${alias}`;
    if (packages.has(place)) {
      const target = tableAt(entries, place);
      return packages.get(valueAt(target, 'link') === true ? (textAt(target, 'resolved') ?? place) : place);
    }
    if (above === '') return undefined;
  }
}

/** Says whether a path is too deep. This bounds the quadratic time of walking up. */
function isTooDeep(path: string): boolean {
  return path.length > 2_000 || path.split('/').length > 100;
}

const PNPM_SECTIONS = ['dependencies', 'optionalDependencies', 'devDependencies'] as const;

/** Reads pnpm-lock.yaml in formats 6 and 9. */
const readPnpmLock: NpmLockReader = (text) => {
  const document = parseLockYaml(text);
  const format = valueAt(document, 'lockfileVersion');
  if (Number.parseFloat(String(format)) < 6)
    throw new Error(
      `it has format ${format}: \`pnpm install --lockfile-only\` of pnpm 8 or later writes a newer`,
    );
  const entries = tableAt(document, 'packages');
  const packages = new Map(
    Object.entries(entries).map(([key, entry]) => [bareKey(key), lockedPackage(key, tableOf(entry))]),
  );
  const resolve = (alias: string, version: string) => {
    const key = bareKey(version);
    const keys = [`${alias}@${key}`, key, `${alias}@${withoutPeers(key)}`, withoutPeers(key)];
    return keys.map((each) => packages.get(each)).find((found) => found !== undefined);
  };
  const usesOf = (holder: unknown): readonly NpmUse[] =>
    PNPM_SECTIONS.flatMap((section) =>
      Object.entries(tableAt(holder, section)).flatMap(([alias, value]) => {
        const version = typeof value === 'string' ? value : textAt(value, 'version');
        const target = version === undefined ? undefined : resolve(alias, version);
        return target === undefined ? [] : [{ target, dev: section === 'devDependencies' }];
      }),
    );
  // Format 9 keeps dependencies apart, per set of peers.
  const snapshots = valueAt(document, 'snapshots');
  const edges = groupBy(Object.entries(isTable(snapshots) ? snapshots : entries), ([written]) => {
    const key = bareKey(written);
    return packages.get(key) ?? packages.get(withoutPeers(key));
  });
  const importers = valueAt(document, 'importers');
  const members = Object.entries(isTable(importers) ? importers : { '.': document });
  return {
    packages: [...packages.values()],
    dependenciesOf: (locked) =>
      (edges.get(locked) ?? []).flatMap(([, snapshot]) => usesOf(snapshot).map(({ target }) => target)),
    members: new Map(members.map(([path, importer]) => [path, usesOf(importer)])),
    format: { found: format, newest: 9 },
  };
};

/** Takes off the `/` that keys of format 6 begin with. */
const bareKey = (key: string) => key.replace(/^\//, '');

/** Takes the peers off: `1.0.0(peer@2.0.0)` is `1.0.0`. */
const withoutPeers = (key: string) => key.replace(/\(.*/s, '');

/** Reads a package. Its key is `name@1.0.0`, `name@https://…`, `file:…` or `github.com/owner/repo/commit`. */
function lockedPackage(key: string, entry: Table): NamedPackage {
  const plain = withoutPeers(bareKey(key));
  const [, name = '', source = plain] = /^(@[^/]+\/[^@/]+|[^@/]+)@(.+)$/.exec(plain) ?? [];
  const found = readNpmSpecifier(name, source);
  const resolution = tableAt(entry, 'resolution');
  const git = textAt(resolution, 'repo') ?? textAt(resolution, 'tarball') ?? '';
  const { isGit, repository } = found.isGit ? found : readNpmSpecifier(name, git);
  const isRegistry = found.version !== null && textAt(resolution, 'integrity') !== undefined;
  return {
    name: textAt(entry, 'name') ?? name,
    version: textAt(entry, 'version') ?? found.version,
    isLocal: found.isLocal || textAt(resolution, 'type') === 'directory',
    ...(isGit && !isRegistry && { isGit, repository }),
  };
}

/**
 * Reads yarn.lock, whose entries are found by descriptors (`ws@^8.0.0, ws@^8.1.0`). Yarn 2 and later write
 * YAML with workspaces.
 */
const readYarnLock: NpmLockReader = (text, manifests) => {
  const isBerry = /^__metadata:/m.test(text);
  const document = isBerry ? parseLockYaml(text) : parseYarn1(text);
  const entries = new Map<NamedPackage, Table>();
  const byDescriptor = new Map<string, NamedPackage>();
  for (const [key, entry] of Object.entries(document)) {
    if (key === '__metadata' || !isTable(entry)) continue;
    const descriptors = key.split(', ');
    const locked = isBerry ? lockedByBerry(entry) : lockedByYarn1(descriptors[0] ?? '', entry);
    entries.set(locked, entry);
    for (const descriptor of descriptors) byDescriptor.set(descriptor, locked);
  }
  const resolutions = isBerry ? packagesOfOneVersion(entries.keys()) : new Map<string, undefined>();
  const resolve = (alias: string, range: string) =>
    byDescriptor.get(`${alias}@${range}`) ??
    byDescriptor.get(`${alias}@npm:${range}`) ??
    resolutions.get(alias);
  const usesOf = ({ dependencies }: PackageJson) =>
    dependencies.flatMap(({ alias, specifier, dev, isPeer }) => {
      const target = isPeer ? undefined : resolve(alias, specifier);
      return target === undefined ? [] : [{ target, dev }];
    });
  const workspaces = new Set(
    [...entries.values()].map((entry) => /@workspace:(.*)$/s.exec(textAt(entry, 'resolution') ?? '')?.[1]),
  );
  const isMember = (place: string, manifest: PackageJson) => {
    if (isBerry || place === '') return workspaces.has(place) || place === '';
    // Yarn 1 lists no workspaces, but locks what they need, save siblings.
    const needed = manifest.dependencies.filter(({ isPeer }) => !isPeer).length;
    return needed > 0 && usesOf(manifest).length * 2 >= needed;
  };
  const members = [...manifests].filter(([place, manifest]) => isMember(place, manifest));
  return {
    packages: [...entries.keys()],
    dependenciesOf: (locked) =>
      Object.entries(tableAt(entries.get(locked), 'dependencies')).flatMap(
        ([alias, range]) => resolve(alias, String(range)) ?? [],
      ),
    members: new Map(members.map(([place, manifest]) => [place, usesOf(manifest)])),
    format: { found: valueAt(document, '__metadata', 'version'), newest: 10 },
  };
};

/** Returns packages that have one version only: the lock file of Yarn 2 lacks its `resolutions`. */
function packagesOfOneVersion(
  packages: Iterable<NamedPackage>,
): ReadonlyMap<string, NamedPackage | undefined> {
  const names = new Map<string, NamedPackage | undefined>();
  for (const locked of packages) names.set(locked.name, names.has(locked.name) ? undefined : locked);
  return names;
}

const YARN_DESCRIPTOR = /^(@?[^@]+)@(.*)$/;

function lockedByBerry(entry: Table): NamedPackage {
  const [, name = '', source = ''] = YARN_DESCRIPTOR.exec(textAt(entry, 'resolution') ?? '') ?? [];
  const { isLocal, isGit, repository } = readNpmSpecifier(name, source);
  const version = textAt(entry, 'version') ?? null;
  return {
    name,
    version,
    isLocal: isLocal && !source.startsWith('patch:'),
    ...(isGit && { isGit, repository }),
  };
}

function lockedByYarn1(descriptor: string, entry: Table): NamedPackage {
  const [, alias = '', range = ''] = YARN_DESCRIPTOR.exec(descriptor) ?? [];
  const resolved = textAt(entry, 'resolved') ?? '';
  const { name, isLocal, isGit, repository } = readNpmSpecifier(alias, range);
  const from = readNpmSpecifier(alias, resolved);
  const isFromGit = isGit || (from.isGit && !/\.tgz(?:#|$)/.test(resolved));
  const git = isFromGit && { isGit: true, repository: repository ?? from.repository };
  return { name, version: textAt(entry, 'version') ?? null, isLocal, ...git };
}

/** Parses a lock file of Yarn 1 into the entries that the YAML of Yarn 2 would have. */
function parseYarn1(text: string): Table {
  const entries: [descriptors: string, entry: Record<string, unknown>][] = [];
  let dependencies: Record<string, string> | undefined;
  for (const line of text.split('\n')) {
    const indent = Math.max(line.search(/[^ ]/), 0);
    const content = line.slice(indent).trimEnd();
    if (content === '' || content.startsWith('#')) continue;
    const entry = entries.at(-1)?.[1] ?? {};
    const [, key = '', value = ''] = /^("[^"]*"|\S+?):?(?: (.*))?$/.exec(content) ?? [];
    if (indent === 0)
      entries.push([content.replace(/:$/, '').split(', ').map(unquoted).join(', '), { dependencies: {} }]);
    else if (indent === 4 && dependencies !== undefined) dependencies[unquoted(key)] = unquoted(value);
    else if (indent === 2) {
      const isList = /^(?:optionalD|d)ependencies$/.test(key);
      dependencies = isList ? (entry['dependencies'] as Record<string, string>) : undefined;
      if (!isList) entry[key] = unquoted(value);
    }
  }
  return Object.fromEntries(entries.filter(([, { version }]) => version !== undefined));
}

const unquoted = (text: string) => text.replace(/^"(.*)"$/, '$1');

const LOCK_READERS: ReadonlyMap<string, NpmLockReader> = new Map([
  ['npm-shrinkwrap.json', readPackageLock],
  ['package-lock.json', readPackageLock],
  ['pnpm-lock.yaml', readPnpmLock],
  ['pnpm-lock.yml', readPnpmLock],
  ['yarn.lock', readYarnLock],
  ['bun.lock', readBunLock],
]);

export async function readNpm(sources: ProjectSources, rows: PackageRows): Promise<void> {
  const manifests = await sources.parseNamed(/^package\.json$/, (text) =>
    readPackageJson(tableOf(parseJson(text))),
  );
  const covered = new Set<string>();
  for (const file of sources.paths) {
    const reader = LOCK_READERS.get(basename(file));
    // npm ignores the lock file beside a shrinkwrap.
    const isSecond =
      basename(file) === 'package-lock.json' && sources.has(file.replace('package-lock', 'npm-shrinkwrap'));
    if (reader === undefined || isSecond) continue;
    const folder = dirname(file);
    const start = folder === '' ? 0 : folder.length + 1;
    const below = [...manifests].filter(([path]) => path.startsWith(inFolder(folder, '')));
    const byPlace = new Map(below.map(([path, manifest]) => [dirname(path).slice(start), manifest]));
    const lock = await sources.parse(file, (text) => reader(text, byPlace));
    if (lock === undefined) continue;
    if (lock.format !== undefined) sources.checkFormat(file, lock.format.found, lock.format.newest);
    const members = [...lock.members].flatMap(([path, uses]) => {
      const place = resolvePath(folder, path);
      return place === undefined ? [] : [{ place, uses }];
    });
    for (const { place } of members) covered.add(place);
    const uses = members.flatMap(({ place, uses }) =>
      uses.map((use) => ({ ...use, file: inFolder(place, 'package.json') })),
    );
    addLockFile(rows, { ...lock, uses, file, ecosystem: 'npm' });
  }
  const declared = [...manifests].map(([file, { name, dependencies }]) => {
    const all = dependencies.map((each) => ({ ...each, ...readNpmSpecifier(each.alias, each.specifier) }));
    return [file, { name, dependencies: all }] as const;
  });
  addDeclared(rows, 'npm', new Map(declared), (file) => covered.has(dirname(file)));
}
