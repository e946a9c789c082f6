import { repositoryOf } from '../../repository-address.ts';
import { coveringFolder, dirname, resolvePath } from '../file-paths.ts';
import type { PackageRows } from '../package-rows.ts';
import type { ProjectSources } from '../project-sources.ts';
import {
  type GoModule,
  type GoModuleFile,
  type GoReplace,
  type GoRequire,
  parseGoModuleFile,
} from './go-module-file.ts';

/** Vanity paths, as answered to `?go-get=1`. */
const VANITY: readonly (readonly [RegExp, string])[] = [
  [/^golang\.org\/x\/([^/]+)/, 'github.com/golang/$1'],
  [/^google\.golang\.org\/grpc(?=\/|$)/, 'github.com/grpc/grpc-go'],
  [/^google\.golang\.org\/protobuf(?=\/|$)/, 'github.com/protocolbuffers/protobuf-go'],
  [/^go\.uber\.org\/([^/]+)/, 'github.com/uber-go/$1'],
  [/^go\.etcd\.io\/([^/]+)/, 'github.com/etcd-io/$1'],
  [/^k8s\.io\/([^/]+)/, 'github.com/kubernetes/$1'],
  [/^gopkg\.in\/([\w-]+)\.v\d+/, 'github.com/go-$1/$1'],
  [/^gopkg\.in\/([\w-]+\/[\w-]+)\.v\d+/, 'github.com/$1'],
];

/** Ignores go.sum, with unused versions. */
export async function readGo(sources: ProjectSources, rows: PackageRows): Promise<void> {
  const modules = await sources.parseNamed(/^go\.mod$/, parseGoModuleFile);
  const workspaces = await sources.parseNamed(/^go\.work$/, parseGoModuleFile);
  const own = new Set([...modules.values()].map(({ module }) => module));
  for (const [file, module] of modules) {
    const workspace = workspaceOf(file, workspaces);
    // The workspace's replacements take precedence: https://go.dev/ref/mod#go-work-file-replace
    const replacements = replacementsOf([...(workspace?.replaces ?? []), ...module.replaces]);
    const excluded = new Set(module.excludes.map(moduleKey));
    for (const require of module.requires) {
      const used = replacement(require, replacements);
      if (!own.has(require.path) && !isFolder(used.path)) addModule(rows, file, require, used, excluded);
    }
  }
}

/** Nearest above, if it uses the module. */
function workspaceOf(file: string, workspaces: ReadonlyMap<string, GoModuleFile>): GoModuleFile | undefined {
  const folder = coveringFolder(dirname(file), new Set([...workspaces.keys()].map(dirname)));
  if (folder === undefined) return undefined;
  const workspace = workspaces.get(folder === '' ? 'go.work' : `${folder}/go.work`);
  const isUsed = workspace?.uses.some((use) => resolvePath(folder, use) === dirname(file));
  return isUsed ? workspace : undefined;
}

const moduleKey = ({ path, version }: GoModule) => `${path}@${version ?? ''}`;

/** The first counts. */
function replacementsOf(replaces: readonly GoReplace[]): ReadonlyMap<string, GoModule> {
  const found = new Map<string, GoModule>();
  for (const { from, to } of replaces) if (!found.has(moduleKey(from))) found.set(moduleKey(from), to);
  return found;
}

/** Single-version replacements take precedence. */
function replacement({ path, version }: GoRequire, replacements: ReadonlyMap<string, GoModule>): GoModule {
  return (
    replacements.get(moduleKey({ path, version })) ??
    replacements.get(moduleKey({ path, version: undefined })) ?? { path, version }
  );
}

const isFolder = (path: string) => /^(?:\.{0,2}\/|\.{1,2}$|[a-z]:[\\/]|\.{1,2}\\)/i.test(path);

function addModule(
  rows: PackageRows,
  file: string,
  { isIndirect }: GoRequire,
  { path, version }: GoModule,
  excluded: ReadonlySet<string>,
): void {
  // Go picks a later version than an excluded one; go.mod doesn't say which.
  const isExcluded = excluded.has(moduleKey({ path, version }));
  rows.add({
    ecosystem: 'golang',
    name: path,
    version: isExcluded || version === undefined || !/^v\d/.test(version) ? null : version,
    direct: !isIndirect,
    dev: false,
    file,
    repository: goRepository(path),
  });
}

/** `github.com/jackc/pgx/v5` → `github.com/jackc/pgx`. Undefined if unknown. */
export function goRepository(path: string): string | undefined {
  for (const [pattern, repository] of VANITY)
    if (pattern.test(path)) return path.match(pattern)?.[0].replace(pattern, repository);
  return repositoryOf(`https://${path}`);
}
