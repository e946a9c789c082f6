import type { NamedPackage } from '../package-rows.ts';
import { isTable, type Table, tableAt, textAt, valueAt } from '../values.ts';
import { parseLockYaml } from './lock-yaml.ts';
import { type NpmLockReader, type PackageJson, readNpmSpecifier } from './package-json.ts';

/** Entries by descriptors (`ws@^8.0.0, ws@^8.1.0`). Yarn 2 and later write YAML with workspaces. */
export const readYarnLock: NpmLockReader = (text, manifests) => {
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

/** `resolutions` of Yarn 2 are missing in the lock file. */
function packagesOfOneVersion(
  packages: Iterable<NamedPackage>,
): ReadonlyMap<string, NamedPackage | undefined> {
  const names = new Map<string, NamedPackage | undefined>();
  for (const locked of packages) names.set(locked.name, names.has(locked.name) ? undefined : locked);
  return names;
}

const DESCRIPTOR = /^(@?[^@]+)@(.*)$/;

function lockedByBerry(entry: Table): NamedPackage {
  const [, name = '', source = ''] = DESCRIPTOR.exec(textAt(entry, 'resolution') ?? '') ?? [];
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
  const [, alias = '', range = ''] = DESCRIPTOR.exec(descriptor) ?? [];
  const resolved = textAt(entry, 'resolved') ?? '';
  const { name, isLocal, isGit, repository } = readNpmSpecifier(alias, range);
  const from = readNpmSpecifier(alias, resolved);
  const isFromGit = isGit || (from.isGit && !/\.tgz(?:#|$)/.test(resolved));
  const git = isFromGit && { isGit: true, repository: repository ?? from.repository };
  return { name, version: textAt(entry, 'version') ?? null, isLocal, ...git };
}

/** The entries as Berry's YAML would give them. */
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
