import { type PackageFacts, table } from './package-facts.ts';

const SHORTHAND_HOSTS: Readonly<Record<string, string>> = {
  'github:': 'github.com',
  'gitlab:': 'gitlab.com',
  'bitbucket:': 'bitbucket.org',
};

/** What npm's package.json says. Throws where it is no JSON. */
export function readPackageJson(text: string): PackageFacts {
  const { name, version, description, keywords, repository, homepage, bugs } = table(JSON.parse(text));
  return {
    language: 'js',
    // The scope is whose it is, not what it is called.
    name: typeof name === 'string' ? name.replace(/^@[^/]*\//, '') : undefined,
    packageName: name,
    version,
    summary: description,
    tags: keywords,
    sources: [expanded(typeof repository === 'string' ? repository : table(repository)['url'])],
    pages: [homepage, typeof bugs === 'string' ? bugs : table(bugs)['url']],
  };
}

/** npm's `author/name`, `github:author/name`, with `#branch` after it; anything else as it is. */
function expanded(repository: unknown): unknown {
  if (typeof repository !== 'string') return undefined;
  const [, host = 'github:', path] =
    /^(github:|gitlab:|bitbucket:|gist:)?([\w.-]+(?:\/[\w.-]+)+)(?:#.*)?$/.exec(repository) ?? [];
  // Two names are npm's short form; more of them without a host may be `github.com/author/name`.
  if (path === undefined || (host === 'github:' && path.split('/').length > 2)) return repository;
  const known = SHORTHAND_HOSTS[host];
  return known === undefined ? undefined : `https://${known}/${path}`;
}
