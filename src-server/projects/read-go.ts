/** Go: go.mod and go.work name the modules; vanity paths lead to their repositories. */

import { repositoryOf } from './package-address.ts';
import { lockFolders, type PackageRows } from './package-rows.ts';
import { dirname, inFolder, type ProjectSources, resolvePath } from './project-sources.ts';

/** The repositories of vanity paths, as hosts answer to `?go-get=1`. */
const VANITY_REPOSITORIES: readonly (readonly [RegExp, string])[] = [
  [/^golang\.org\/x\/([^/]+)/, 'github.com/golang/$1'],
  [/^google\.golang\.org\/grpc(?=\/|$)/, 'github.com/grpc/grpc-go'],
  [/^google\.golang\.org\/protobuf(?=\/|$)/, 'github.com/protocolbuffers/protobuf-go'],
  [/^go\.uber\.org\/([^/]+)/, 'github.com/uber-go/$1'],
  [/^go\.etcd\.io\/([^/]+)/, 'github.com/etcd-io/$1'],
  [/^k8s\.io\/([^/]+)/, 'github.com/kubernetes/$1'],
  [/^gopkg\.in\/([\w-]+)\.v\d+/, 'github.com/go-$1/$1'],
  [/^gopkg\.in\/([\w-]+\/[\w-]+)\.v\d+/, 'github.com/$1'],
];

/**
 * Reads go.mod and go.work, see https://go.dev/ref/mod. go.sum is ignored, because it has unused versions.
 */
export async function readGo(sources: ProjectSources, rows: PackageRows): Promise<void> {
  const modules = await sources.parseNamed(/^go\.mod$/, parseGoModuleFile);
  const workspaces = await sources.parseNamed(/^go\.work$/, parseGoModuleFile);
  const all = [...modules.values()].flat();
  const own = new Set(all.flatMap(({ directive, words }) => (directive === 'module' ? words[0] : [])));
  const workspaceFolder = lockFolders(workspaces);
  for (const [file, directives] of modules) {
    const folder = workspaceFolder(file) ?? '';
    const nearest = workspaces.get(inFolder(folder, 'go.work')) ?? [];
    const isUsed = nearest.some(
      ({ directive, words: [path = ''] }) =>
        directive === 'use' && resolvePath(folder, path) === dirname(file),
    );
    // Reversed, because the first counts, and those of the workspace before all.
    const replaced = new Map<string, readonly string[]>();
    for (const { directive, words } of [...(isUsed ? nearest : []), ...directives].reverse()) {
      const arrow = words.indexOf('=>');
      if (directive === 'replace' && arrow > 0)
        replaced.set(words.slice(0, arrow).join('@'), words.slice(arrow + 1));
    }
    for (const { directive, words, isIndirect } of directives) {
      const [path = '', version] = words;
      if (directive !== 'require' || path === '' || own.has(path)) continue;
      // A replacement of this version counts before one of all versions.
      const [name = '', used = ''] = replaced.get(`${path}@${version}`) ?? replaced.get(path) ?? words;
      const isFolder = /^(?:\.{0,2}\/|\.{1,2}$|[a-z]:[\\/]|\.{1,2}\\)/i.test(name);
      const facts = { name, version: /^v\d/.test(used) ? used : null, repository: goRepository(name) };
      if (!isFolder) rows.add({ ...facts, ecosystem: 'golang', direct: !isIndirect, dev: false, file });
    }
  }
}

/** Returns the repository of a module: that of `github.com/jackc/pgx/v5` is `github.com/jackc/pgx`. */
export function goRepository(path: string): string | undefined {
  for (const [pattern, repository] of VANITY_REPOSITORIES)
    if (pattern.test(path)) return path.match(pattern)?.[0].replace(pattern, repository);
  return repositoryOf(`https://${path}`);
}

interface Directive {
  readonly directive: string;
  readonly words: readonly string[];
  readonly isIndirect: boolean;
}

/**
 * Finds words. One ends at a space, `(`, `)` or `//`, so that `require(` is valid. See `modfile` of
 * golang.org/x/mod.
 */
const GO_MOD_TOKEN = /\/\/.*|"[^"]*"|`[^`]*`|[()]|(?:(?!\/\/)[^\s()])+/g;

function parseGoModuleFile(text: string): readonly Directive[] {
  const directives: Directive[] = [];
  let block: string | undefined;
  for (const line of text.split('\n')) {
    const tokens: string[] = line.match(GO_MOD_TOKEN) ?? [];
    const comment = tokens.at(-1)?.startsWith('//') ? (tokens.pop() ?? '') : '';
    const words = tokens.map((token) => token.replace(/^(["`])(.*)\1$/, '$2'));
    const isIndirect = /^\/\/\s*indirect\b/.test(comment);
    if (tokens[0] === ')') block = undefined;
    else if (block === undefined && tokens[1] === '(') block = tokens.includes(')') ? undefined : tokens[0];
    else directives.push({ directive: block ?? words.shift() ?? '', words, isIndirect });
  }
  return directives;
}
