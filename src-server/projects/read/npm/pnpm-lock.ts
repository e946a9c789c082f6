import { groupBy } from '../../../contract/words.ts';
import type { NamedPackage } from '../package-rows.ts';
import { isTable, type Table, tableAt, tableOf, textAt, valueAt } from '../values.ts';
import { parseLockYaml } from './lock-yaml.ts';
import { type NpmLockReader, type NpmUse, readNpmSpecifier } from './package-json.ts';

const SECTIONS = ['dependencies', 'optionalDependencies', 'devDependencies'] as const;

/** Formats 6 and 9. */
export const readPnpmLock: NpmLockReader = (text) => {
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
    SECTIONS.flatMap((section) =>
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

/** Format 6 begins with `/`. */
const bareKey = (key: string) => key.replace(/^\//, '');

/** `1.0.0(peer@2.0.0)` → `1.0.0` */
const withoutPeers = (key: string) => key.replace(/\(.*/s, '');

/** Key: `name@1.0.0`, `name@https://…`, `file:…`, or `github.com/owner/repo/commit`. */
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
