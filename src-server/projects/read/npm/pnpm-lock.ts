import { groupBy } from '../../../group-by.ts';
import { inFolder, resolvePath } from '../file-paths.ts';
import type { DirectUse, LockedPackage } from '../locked-packages.ts';
import { isTable, type Table, tableAt, tableOf, textAt, valueAt } from '../values.ts';
import { parseLockYaml } from './lock-yaml.ts';
import { readNpmSpecifier } from './npm-specifier.ts';
import { type NpmLockReader, newerFormat } from './package-json.ts';

const SECTIONS = ['dependencies', 'optionalDependencies', 'devDependencies'] as const;

/** Formats 6 and 9. */
export const readPnpmLock: NpmLockReader = (text, folder) => {
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
  // Format 9 keeps dependencies apart, per set of peers.
  const snapshots = valueAt(document, 'snapshots');
  const edges = groupBy(Object.entries(isTable(snapshots) ? snapshots : entries), ([written]) => {
    const key = bareKey(written);
    return packages.get(key) ?? packages.get(withoutPeers(key));
  });
  const dependenciesOf = (locked: LockedPackage) =>
    (edges.get(locked) ?? []).flatMap(([, snapshot]) =>
      targetsOf(tableOf(snapshot), resolve).map(({ target }) => target),
    );
  const importers = valueAt(document, 'importers');
  const members = Object.entries(isTable(importers) ? importers : { '.': document }).flatMap(
    ([path, importer]) => {
      const place = resolvePath(folder, path);
      return place === undefined ? [] : [{ place, importer: tableOf(importer) }];
    },
  );
  const uses = members.flatMap(({ place, importer }) =>
    targetsOf(importer, resolve).map((use) => ({ ...use, file: inFolder(place, 'package.json') })),
  );
  const folders = new Set(members.map(({ place }) => place));
  const notice = newerFormat(format, 9);
  return { packages: [...packages.values()], uses, dependenciesOf, members: folders, notice };
};

function targetsOf(
  holder: Table,
  resolve: (alias: string, version: string) => LockedPackage | undefined,
): readonly DirectUse[] {
  return SECTIONS.flatMap((section) =>
    Object.entries(tableAt(holder, section)).flatMap(([alias, value]): DirectUse[] => {
      const version = typeof value === 'string' ? value : textAt(value, 'version');
      const target = version === undefined ? undefined : resolve(alias, version);
      return target === undefined ? [] : [{ target, dev: section === 'devDependencies' }];
    }),
  );
}

/** Format 6 begins with `/`. */
const bareKey = (key: string) => key.replace(/^\//, '');

/** `1.0.0(peer@2.0.0)` → `1.0.0` */
const withoutPeers = (key: string) => key.replace(/\(.*/s, '');

function lockedPackage(key: string, entry: Table): LockedPackage {
  const { name, source } = nameAndSource(withoutPeers(bareKey(key)));
  const found = readNpmSpecifier(name, source);
  const git = textAt(entry, 'resolution', 'repo') ?? textAt(entry, 'resolution', 'tarball') ?? '';
  const written = found.isGit ? found : readNpmSpecifier(name, git);
  const isRegistry = found.version !== null && textAt(entry, 'resolution', 'integrity') !== undefined;
  const isGit = written.isGit && !isRegistry;
  return {
    name: textAt(entry, 'name') ?? name,
    version: textAt(entry, 'version') ?? found.version,
    isLocal: found.isLocal || textAt(entry, 'resolution', 'type') === 'directory',
    ...(isGit && { isGit, repository: written.repository }),
    ...(textAt(entry, 'dev') === 'true' && { dev: true }),
  };
}

/** `name@1.0.0`, `name@https://…`, or `github.com/owner/repo/commit`. */
function nameAndSource(key: string): { readonly name: string; readonly source: string } {
  const at = /^(@[^/]+\/[^@/]+|[^@/]+)@(.+)$/.exec(key);
  if (at !== null) return { name: at[1] ?? '', source: at[2] ?? '' };
  const host = /^@?(?:codeload\.)?((?:github|gitlab|bitbucket)\.(?:com|org)\/[^/]+\/([^/]+))/.exec(key);
  return { name: host?.[2] ?? '', source: host === null ? key : `git+https://${host[1]}` };
}
