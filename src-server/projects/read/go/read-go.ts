import { repositoryOf } from '../../repository-address.ts';
import { coveringFolder, dirname, inFolder, resolvePath } from '../file-paths.ts';
import type { PackageRows } from '../package-rows.ts';
import type { ProjectSources } from '../project-sources.ts';
import { type GoModule, type GoModuleFile, parseGoModuleFile } from './go-module-file.ts';

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
    // The workspace's replacements take precedence: https://go.dev/ref/mod#go-work-file-replace
    const replaces = [...(workspaceOf(file, workspaces)?.replaces ?? []), ...module.replaces];
    // Reversed, because the first counts.
    const replaced = new Map(replaces.reverse().map(({ from, to }) => [moduleKey(from), to]));
    for (const { isIndirect, ...required } of module.requires) {
      // A replacement of this version counts before one of all versions.
      const { path, version } =
        replaced.get(moduleKey(required)) ??
        replaced.get(moduleKey({ ...required, version: undefined })) ??
        required;
      if (own.has(required.path) || isFolder(path)) continue;
      rows.add({
        ecosystem: 'golang',
        name: path,
        version: version !== undefined && /^v\d/.test(version) ? version : null,
        direct: !isIndirect,
        dev: false,
        file,
        repository: goRepository(path),
      });
    }
  }
}

/** Nearest above, if it uses the module. */
function workspaceOf(file: string, workspaces: ReadonlyMap<string, GoModuleFile>): GoModuleFile | undefined {
  const folder = coveringFolder(dirname(file), new Set([...workspaces.keys()].map(dirname)));
  if (folder === undefined) return undefined;
  const workspace = workspaces.get(inFolder(folder, 'go.work'));
  const isUsed = workspace?.uses.some((use) => resolvePath(folder, use) === dirname(file));
  return isUsed ? workspace : undefined;
}

const moduleKey = ({ path, version }: GoModule) => `${path}@${version ?? ''}`;

const isFolder = (path: string) => /^(?:\.{0,2}\/|\.{1,2}$|[a-z]:[\\/]|\.{1,2}\\)/i.test(path);

/** `github.com/jackc/pgx/v5` → `github.com/jackc/pgx`. Undefined if unknown. */
export function goRepository(path: string): string | undefined {
  for (const [pattern, repository] of VANITY)
    if (pattern.test(path)) return path.match(pattern)?.[0].replace(pattern, repository);
  return repositoryOf(`https://${path}`);
}
