import { type LibraryManifest, table } from './package-facts.ts';

const SHORTHAND_HOSTS: Readonly<Record<string, string>> = {
  'github:': 'github.com',
  'gitlab:': 'gitlab.com',
  'bitbucket:': 'bitbucket.org',
};

/** Throws for invalid JSON. */
export function readLibraryPackageJson(text: string): LibraryManifest {
  const { name, version, repository, homepage, bugs } = table(JSON.parse(text));
  return {
    language: 'js',
    // The scope is an owner, not part of the library's name.
    name: typeof name === 'string' ? name.replace(/^@[^/]*\//, '') : undefined,
    packageName: name,
    version,
    sources: [expanded(typeof repository === 'string' ? repository : table(repository)['url'])],
    pages: [homepage, typeof bugs === 'string' ? bugs : table(bugs)['url']],
  };
}

/** Expands `author/name`, `github:author/name`, `#branch`. */
function expanded(repository: unknown): unknown {
  if (typeof repository !== 'string') return undefined;
  const [, host = 'github:', path] =
    /^(github:|gitlab:|bitbucket:|gist:)?([\w.-]+(?:\/[\w.-]+)+)(?:#.*)?$/.exec(repository) ?? [];
  // Two segments are npm's short form; more may be `github.com/author/name`.
  if (path === undefined || (host === 'github:' && path.split('/').length > 2)) return repository;
  const known = SHORTHAND_HOSTS[host];
  return known === undefined ? undefined : `https://${known}/${path}`;
}
