export interface RepositoryAddress {
  /** Lower case, without port. */
  readonly host: string;
  /** Or organization, outermost group. */
  readonly author: string;
  readonly name: string;
}

const MAX_LENGTH = 2_048;
/** `user@host:path`, `host:path`. Single letters are Windows drives. */
const SCP = /^(?:[\w.~+-]{1,100}@)?([\w.-]{2,253}):(?!\/\/)(.+)$/;
const PROTOCOLS = new Set(['http:', 'https:', 'ssh:', 'git:']);

/** Always `/author/name`; the rest is a page. */
const TWO_PART_HOSTS = new Set([
  'github.com',
  'bitbucket.org',
  'codeberg.org',
  'gitea.com',
  'gitee.com',
  'git.sr.ht',
]);
/** Reserved first segments. */
const NO_AUTHORS = new Set(
  'about apps explore features groups login marketplace orgs search settings sponsors topics users'.split(
    ' ',
  ),
);
const PREFIXES = new Set(['git', 'scm', 'v3']);
/** First segments of a repository's pages. */
const PAGES = new Set(
  '- _git blob browse commit commits issues pull raw releases src tags tree wiki'.split(' '),
);
/** Valid folder name on all systems. */
const PART = /^[\w-](?:[\w.-]{0,98}[\w-])?$/;

/**
 * Accepts web and git addresses, `host:path`, pages. Ignores credentials and ports. Undefined without author
 * or name.
 */
export function parseRepositoryAddress(address: unknown): RepositoryAddress | undefined {
  if (typeof address !== 'string' || address.length > MAX_LENGTH) return undefined;
  const located = locate(address.trim().replace(/^git\+/, ''));
  if (located === undefined) return undefined;
  const host = located.host.toLowerCase().replace(/^www\./, '');
  const segments = located.path.split('/').filter((segment) => segment !== '');
  const [author, name] = TWO_PART_HOSTS.has(host) ? segments : outermost(segments, isKnownHost(host));
  if (isKnownHost(host) && NO_AUTHORS.has(author ?? '')) return undefined;
  const parts = { host, author: author?.replace(/^~/, '') ?? '', name: name?.replace(/\.git$/, '') ?? '' };
  return PART.test(parts.author) && PART.test(parts.name) ? parts : undefined;
}

/** npm's short forms: `github:owner/repo`. */
const SHORT_FORMS: ReadonlyMap<string, string> = new Map([
  ['github', 'github.com'],
  ['gitlab', 'gitlab.com'],
  ['bitbucket', 'bitbucket.org'],
]);

/** `git+ssh://git@github.com:Owner/Repo.git#v1`, `github:Owner/Repo` → `github.com/owner/repo`. */
export function repositoryOf(address: string): string | undefined {
  const [, short = '', path = ''] = /^(\w+):(?!\/)([^#]+)/.exec(address) ?? [];
  const host = SHORT_FORMS.get(short);
  const isBare = host === undefined && /^[\w.-]+\.\w+\//.test(address);
  const full = host === undefined ? address : `https://${host}/${path}`;
  const found = parseRepositoryAddress(isBare ? `https://${address}` : full);
  return found && `${found.host}/${found.author}/${found.name}`.toLowerCase();
}

/** From a Go module's path or `pkg:github/…`. */
export function repositoryInName(ecosystem: string, name: string): string | undefined {
  const host = SHORT_FORMS.get(ecosystem);
  if (host !== undefined) return repositoryOf(`https://${host}/${name}`);
  const isOfHost = /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\//.test(name);
  if (ecosystem !== 'golang' || !isOfHost) return undefined;
  return repositoryOf(`https://${name.split('/').slice(0, 3).join('/')}`);
}

/** `git+https://github.com/fmtlib/fmt@9.1.0` → `git+https://github.com/fmtlib/fmt`, but keeps `user@host`. */
export function withoutRevision(address: string): string {
  const host = /^(?:[\w.+-]+:\/\/)?/.exec(address)?.[0].length ?? 0;
  const path = address.indexOf('/', host);
  const at = address.lastIndexOf('@');
  return path >= 0 && at > path ? address.slice(0, at) : address;
}

/** Serves only repositories. */
export function isKnownHost(host: string): boolean {
  return TWO_PART_HOSTS.has(host) || /^gitlab\./.test(host);
}

function locate(address: string): { readonly host: string; readonly path: string } | undefined {
  if (/[\p{Cc}\s\\]/u.test(address)) return undefined;
  const scp = SCP.exec(address);
  if (scp !== null) return { host: scp[1] ?? '', path: (scp[2] ?? '').replace(/[?#].*$/, '') };
  // Many manifests omit the protocol, which is safe for known hosts only.
  const bare = /^([\w.-]{1,253})\//.exec(address)?.[1];
  const url = bare !== undefined && isKnownHost(bare.toLowerCase()) ? `https://${address}` : address;
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, pathname } = new URL(url);
  return PROTOCOLS.has(protocol) ? { host: hostname, path: pathname } : undefined;
}

/** Outermost group and repository. */
function outermost(segments: readonly string[], isKnown: boolean): readonly string[] {
  const first = !isKnown && segments.length > 2 && PREFIXES.has(segments[0] ?? '') ? 1 : 0;
  const path = segments.slice(first);
  const isPage = (segment: string, index: number) =>
    index > 1 && PAGES.has(segment) && (segment !== 'src' || index < path.length - 1);
  const page = path.findIndex(isPage);
  const git = path.findIndex((segment) => segment.endsWith('.git'));
  // Azure has `_git` between project and repository, and is the only host with segments after such a word.
  const isAzure = path[page] === '_git';
  const end = git > 0 ? git + 1 : page > 0 ? page + (isAzure ? 2 : 0) : path.length;
  const names = path.slice(0, end);
  return names.length < 2 ? [] : [names[0] ?? '', names.at(-1) ?? ''];
}
