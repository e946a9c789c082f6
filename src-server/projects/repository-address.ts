/** Where a repository is, as its web or git address says. */
export interface RepositoryAddress {
  /** In small letters, without a port. */
  readonly host: string;
  /** The user or organization; of groups within groups, the outermost. */
  readonly author: string;
  readonly name: string;
}

const MAX_LENGTH = 2_048;
/** `user@host:path` and `host:path`, as git and ssh write it. A single letter is a drive of Windows. */
const SCP = /^(?:[\w.~+-]{1,100}@)?([\w.-]{2,253}):(?!\/\/)(.+)$/;
const PROTOCOLS = new Set(['http:', 'https:', 'ssh:', 'git:']);

/** Hosts whose repositories are always `/author/name`; what follows is a page about them. */
const TWO_PART_HOSTS = new Set([
  'github.com',
  'bitbucket.org',
  'codeberg.org',
  'gitea.com',
  'gitee.com',
  'git.sr.ht',
]);
/** On these hosts, what is no user or organization. */
const NO_AUTHORS = new Set(
  'about apps explore features groups login marketplace orgs search settings sponsors topics users'.split(
    ' ',
  ),
);
/** What stands in front of a path on some hosts, and is no author. */
const PREFIXES = new Set(['git', 'scm', 'v3']);
/** Where the path of a repository ends, and that of a page about it begins. */
const PAGES = new Set(
  '- _git blob browse commit commits issues pull raw releases src tags tree wiki'.split(' '),
);
/** As a registry takes them for folders on every system. */
const PART = /^[\w-](?:[\w.-]{0,98}[\w-])?$/;

/**
 * Reads the address of a repository: of the web, of git over any protocol, `host:path`, or a page within one. Credentials
 * and ports are passed over. Undefined for what names no author and repository, such as a folder or a home page.
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

/** Whether what a host serves is repositories, so that a page on it tells whose they are. */
export function isKnownHost(host: string): boolean {
  return TWO_PART_HOSTS.has(host) || /^gitlab\./.test(host);
}

function locate(address: string): { readonly host: string; readonly path: string } | undefined {
  if (/[\p{Cc}\s\\]/u.test(address)) return undefined;
  const scp = SCP.exec(address);
  if (scp !== null) return { host: scp[1] ?? '', path: (scp[2] ?? '').replace(/[?#].*$/, '') };
  // Many manifests leave the protocol out; that is only sure where the host is known.
  const bare = /^([\w.-]{1,253})\//.exec(address)?.[1];
  const url = bare !== undefined && isKnownHost(bare.toLowerCase()) ? `https://${address}` : address;
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, pathname } = new URL(url);
  return PROTOCOLS.has(protocol) ? { host: hostname, path: pathname } : undefined;
}

/** The outermost group and the repository of a path that may have any number of groups between them. */
function outermost(segments: readonly string[], isKnown: boolean): readonly string[] {
  const first = !isKnown && segments.length > 2 && PREFIXES.has(segments[0] ?? '') ? 1 : 0;
  const path = segments.slice(first);
  const isPage = (segment: string, index: number) =>
    index > 1 && PAGES.has(segment) && (segment !== 'src' || index < path.length - 1);
  const page = path.findIndex(isPage);
  const git = path.findIndex((segment) => segment.endsWith('.git'));
  // Azure has `_git` between the project and the repository, and only there something else comes after such a word.
  const isAzure = path[page] === '_git';
  const end = git > 0 ? git + 1 : page > 0 ? page + (isAzure ? 2 : 0) : path.length;
  const names = path.slice(0, end);
  return names.length < 2 ? [] : [names[0] ?? '', names.at(-1) ?? ''];
}
