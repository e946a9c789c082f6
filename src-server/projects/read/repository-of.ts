import { parseRepositoryAddress } from '../repository-address.ts';

/** npm's short forms: `github:owner/repo`. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
};

/** `git+ssh://git@github.com:Owner/Repo.git#v1` → `github.com/owner/repo`. */
export function repositoryOf(address: string): string | undefined {
  const [, host = '', path] = /^(github|gitlab|bitbucket):(?!\/)([^#]+)/.exec(address) ?? [];
  const full = path === undefined ? address : `https://${SHORT_FORMS[host]}/${path}`;
  const found = parseRepositoryAddress(full);
  return found && `${found.host}/${found.author}/${found.name}`.toLowerCase();
}
