import type { DirectUse, LockedPackage } from '../locked-packages.ts';
import { readNpmSpecifier } from './npm-specifier.ts';
import type { NpmDependency, NpmLock, NpmLockReader } from './package-json.ts';

interface Entry {
  readonly descriptors: readonly string[];
  version: string;
  resolved: string;
  readonly dependencies: Map<string, string>;
}

/** Yarn 1: resolved descriptors (`name@^1.0.0`), no workspaces. */
export const readYarn1: NpmLockReader = (text, folder, manifests): NpmLock => {
  const packages = new Map<LockedPackage, Entry>();
  const byDescriptor = new Map<string, LockedPackage>();
  for (const entry of parseYarn1(text)) {
    const locked = lockedPackage(entry);
    packages.set(locked, entry);
    for (const descriptor of entry.descriptors) byDescriptor.set(descriptor, locked);
  }
  const resolve = (alias: string, range: string) => byDescriptor.get(`${alias}@${range}`);
  const members = [...manifests.values()].filter(
    ({ folder: place, dependencies }) => place === folder || isMember(dependencies, resolve),
  );
  const uses = members.flatMap(({ file, dependencies }) =>
    dependencies.flatMap(({ alias, specifier, dev }): DirectUse[] => {
      const target = resolve(alias, specifier);
      return target === undefined ? [] : [{ target, dev, file }];
    }),
  );
  const dependenciesOf = (locked: LockedPackage) =>
    [...(packages.get(locked)?.dependencies ?? [])].flatMap(([name, range]) => resolve(name, range) ?? []);
  const folders = new Set(members.map((member) => member.folder));
  return { packages: [...packages.keys()], uses, dependenciesOf, members: folders };
};

/** Only workspaces have locked dependencies. */
function isMember(
  dependencies: readonly NpmDependency[],
  resolve: (alias: string, range: string) => LockedPackage | undefined,
): boolean {
  const installed = dependencies.filter(({ isPeer }) => !isPeer);
  const found = installed.filter(({ alias, specifier }) => resolve(alias, specifier) !== undefined);
  // Sibling workspaces are missing from the lock file.
  return found.length > 0 && found.length * 2 >= installed.length;
}

function lockedPackage({ descriptors, version, resolved }: Entry): LockedPackage {
  const [, alias = '', range = ''] = /^(@?[^@]+)@(.*)$/.exec(descriptors[0] ?? '') ?? [];
  const wanted = readNpmSpecifier(alias, range);
  const from = readNpmSpecifier(alias, resolved);
  const isGit = wanted.isGit || (from.isGit && !/\.tgz(?:#|$)/.test(resolved));
  return {
    name: wanted.name,
    version,
    isLocal: wanted.isLocal,
    ...(isGit && { isGit, repository: wanted.repository ?? from.repository }),
  };
}

function parseYarn1(text: string): readonly Entry[] {
  const entries: Entry[] = [];
  let inDependencies = false;
  for (const line of text.split('\n')) {
    const indent = Math.max(line.search(/[^ ]/), 0);
    const content = line.slice(indent).trimEnd();
    if (content === '' || content.startsWith('#')) continue;
    const entry = entries.at(-1);
    if (indent === 0) {
      const descriptors = content.replace(/:$/, '').split(', ').map(unquoted);
      entries.push({ descriptors, version: '', resolved: '', dependencies: new Map() });
      continue;
    }
    const [, key = '', value = ''] = /^("[^"]*"|\S+?):?(?: (.*))?$/.exec(content) ?? [];
    if (indent === 2) inDependencies = /^(?:optionalD|d)ependencies$/.test(key);
    if (indent === 2 && key === 'version' && entry) entry.version = unquoted(value);
    else if (indent === 2 && key === 'resolved' && entry) entry.resolved = unquoted(value);
    else if (indent === 4 && inDependencies) entry?.dependencies.set(unquoted(key), unquoted(value));
  }
  return entries.filter(({ version }) => version !== '');
}

const unquoted = (text: string) => text.replace(/^"(.*)"$/, '$1');
