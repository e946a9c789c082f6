import { parseRepositoryAddress } from '../repository-address.ts';

const GO_HOSTS = /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\//;
const HOSTS: Readonly<Record<string, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
};

/** `github.com/owner/name` in lower case. */
export function repositoryIdentity(address: string): string | undefined {
  const found =
    parseRepositoryAddress(address.replace(/^github:(?=[^/]+\/)/, 'https://github.com/')) ??
    (/^[\w.-]+\.\w+\//.test(address) ? parseRepositoryAddress(`https://${address}`) : undefined);
  return found && `${found.host}/${found.author}/${found.name}`.toLowerCase();
}

/** Default host: github.com. */
export function skillRepository(repo: string): string | undefined {
  return repositoryIdentity(/^[\w-]+\/[\w.-]+$/.test(repo) ? `https://github.com/${repo}` : repo);
}

/** From a Go module's path or `pkg:github/…`. */
export function repositoryInName(ecosystem: string, name: string): string | undefined {
  const host = Object.hasOwn(HOSTS, ecosystem) ? HOSTS[ecosystem] : undefined;
  if (host !== undefined) return repositoryIdentity(`https://${host}/${name}`);
  if (ecosystem !== 'golang' || !GO_HOSTS.test(name)) return undefined;
  return repositoryIdentity(`https://${name.split('/').slice(0, 3).join('/')}`);
}
