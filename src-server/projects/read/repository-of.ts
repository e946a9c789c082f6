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

/** `git+https://github.com/fmtlib/fmt@9.1.0` → `git+https://github.com/fmtlib/fmt`, but keeps `user@host`. */
export function withoutRevision(address: string): string {
  const host = /^(?:[\w.+-]+:\/\/)?/.exec(address)?.[0].length ?? 0;
  const path = address.indexOf('/', host);
  const at = address.lastIndexOf('@');
  return path >= 0 && at > path ? address.slice(0, at) : address;
}
