/** Addresses of packages and their repositories, as manifests, lock files and people write them, in one form. */

/**
 * A canonical package URL without qualifiers, such as `pkg:npm/ws@8.18.0`
 * (https://github.com/package-url/purl-spec).
 */
interface PackageUrl {
  /** The type in lower case, such as `npm`, `cargo`, `pypi`, `golang`, `conan`, `vcpkg` and `github`. */
  readonly type: string;
  /** The name with its namespace, such as `@scope/name` and `github.com/gorilla/mux`. */
  readonly name: string;
  readonly version: string | null;
}

const MAX_URL_LENGTH = 1_000;
/** These characters are never valid, and unsafe for terminals. */
const UNFIT_CHARACTER = /[\p{Cc}\p{Cs}\s]/u;

export function parsePackageUrl(text: string): PackageUrl | undefined {
  const [, type, path = ''] = /^pkg:\/{0,2}([^/?#@]+)\/+([^?#]+)/.exec(text) ?? [];
  if (type === undefined || text.length > MAX_URL_LENGTH) return undefined;
  // A leading `@` belongs to an unencoded scope.
  const at = path.lastIndexOf('@');
  const hasVersion = at > 0 && !path.slice(at).includes('/');
  try {
    const name = decodeURIComponent(hasVersion ? path.slice(0, at) : path);
    return makePackageUrl(type, name, (hasVersion && decodeURIComponent(path.slice(at + 1))) || null);
  } catch {
    return undefined;
  }
}

export function makePackageUrl(type: string, name: string, version: string | null): PackageUrl | undefined {
  const kind = type.toLowerCase();
  const plain = name.split('/').filter(Boolean).join('/');
  const isCaseless = kind === 'github' || kind === 'bitbucket' || kind === 'vcpkg';
  const fullName = kind === 'pypi' ? pypiName(plain) : isCaseless ? plain.toLowerCase() : plain;
  const isFit = [fullName, version ?? 'none'].every(
    (text) => text !== '' && text.length <= MAX_URL_LENGTH && !UNFIT_CHARACTER.test(text),
  );
  return isFit && /^[a-z][a-z0-9.+-]*$/.test(kind) ? { type: kind, name: fullName, version } : undefined;
}

/** Writes a package URL, such as `pkg:npm/%40scope/name@1.0.0`. */
export function formatPackageUrl({ type, name, version }: PackageUrl): string {
  const path = name.split('/').map(encode).join('/');
  return `pkg:${type}/${path}${version === null ? '' : `@${encode(version)}`}`;
}

/** Normalizes a name by PEP 503: `Jaraco.Classes` is `jaraco-classes`. */
export function pypiName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

function encode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%3A', ':')
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** A repository on its host, such as `gitlab.com` and `acme/backend/utils`. Only the host is in lower case. */
interface RepositoryAddress {
  readonly host: string;
  /** The owner and the name, on hosts with subgroups all groups and the name, joined by `/`. */
  readonly path: string;
}

const MAX_ADDRESS_LENGTH = 2_048;
/** Matches `user@host:path` and `host:path`. A single letter is a drive of Windows. */
const SCP_ADDRESS = /^(?:[\w.~+-]{1,100}@)?([\w.-]{2,253}):(?!\/\/)(.+)$/;
const GIT_PROTOCOLS = new Set(['http:', 'https:', 'ssh:', 'git:']);

/** Addresses of these hosts are always `/author/name`; the rest is a page. */
const TWO_PART_HOSTS = new Set(
  'github.com bitbucket.org codeberg.org gitea.com gitee.com git.sr.ht'.split(' '),
);
/** Own hosts may have this before the repository. */
const HOST_PREFIX = /^\/(?:git|scm|v3)(?=\/[^/]+\/.)/;
/** Pages have this behind the repository. */
const PAGE_PATH =
  /^(\/[^/]+\/[^/]+.*?)\/(?:src(?=\/)|-|blob|browse|commits?|issues|pull|raw|releases|tags|tree|wiki)(?:\/.*)?$/s;
/** GitLab allows twenty levels of groups. */
const MOST_GROUPS = 20;
/** Groups and names are valid folders on all systems. */
const PATH_PART = /^[\w-](?:[\w.-]{0,98}[\w-])?$/;

/** Parses addresses of the web and of git, `host:path`, and pages. Credentials and ports are ignored. */
export function parseRepositoryAddress(address: unknown): RepositoryAddress | undefined {
  if (typeof address !== 'string' || address.length > MAX_ADDRESS_LENGTH) return undefined;
  const located = locate(address.trim().replace(/^git\+/, ''));
  if (located === undefined) return undefined;
  const host = located.host.toLowerCase().replace(/^www\./, '');
  const path = `/${located.path.replace(/^\/+/, '')}`;
  const plain = (isKnownHost(host) ? path : path.replace(HOST_PREFIX, '')).replace(PAGE_PATH, '$1');
  const segments = plain
    .split('/')
    .filter((segment) => segment !== '' && segment !== '_git')
    .slice(0, TWO_PART_HOSTS.has(host) ? 2 : MOST_GROUPS + 1);
  const parts = segments.map((part, at) =>
    at === 0 ? part.replace(/^~/, '') : at === segments.length - 1 ? part.replace(/\.git$/, '') : part,
  );
  const isRepository = parts.length > 1 && parts.every((part) => PATH_PART.test(part));
  return isRepository ? { host, path: parts.join('/') } : undefined;
}

/** What skill.json's `repo` says of a repository: `gabime/spdlog` is at github.com, others have their host in front. */
export function repoOf({ host, path }: RepositoryAddress): string {
  return host === 'github.com' ? path : `${host}/${path}`;
}

/** The hosts of npm’s short forms, such as `github:owner/repo`. */
const SHORT_FORMS: ReadonlyMap<string, string> = new Map([
  ['github', 'github.com'],
  ['gitlab', 'gitlab.com'],
  ['bitbucket', 'bitbucket.org'],
]);

/** Parses short forms, too: `owner/repo`, `github:owner/repo`, and hosts without protocol. */
export function findRepository(written: string): RepositoryAddress | undefined {
  const address = withoutRevision(written.replace(/#.*/s, ''));
  if (/^[\w-]+\/[\w.-]+$/.test(address)) return parseRepositoryAddress(`https://github.com/${address}`);
  const [, short = '', path = ''] = /^(\w+):(?!\/)(.+)/s.exec(address) ?? [];
  const host = SHORT_FORMS.get(short);
  if (host !== undefined) return parseRepositoryAddress(`https://${host}/${path}`);
  return parseRepositoryAddress(/^[\w.-]+\.\w+\//.test(address) ? `https://${address}` : address);
}

/**
 * Returns the repository of an address: that of `git+ssh://git@github.com:Owner/Repo.git#v1` is
 * `github.com/owner/repo`.
 */
export function repositoryOf(address: string): string | undefined {
  const found = findRepository(address);
  return found && `${found.host}/${found.path}`.toLowerCase();
}

/** Returns what a row says of a dependency from Git, in every format. */
export function gitSource(address: string | undefined) {
  return address === undefined ? {} : { isGit: true, repository: repositoryOf(address) };
}

/** Returns the repository that a `pkg:github/…` or the path of a Go module names. */
export function repositoryInName(ecosystem: string, name: string): string | undefined {
  const host = SHORT_FORMS.get(ecosystem);
  if (host !== undefined) return repositoryOf(`https://${host}/${name}`);
  const isOfHost = /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\//.test(name);
  return ecosystem === 'golang' && isOfHost ? repositoryOf(`https://${name}`) : undefined;
}

/**
 * Returns the repositories that may hold a Go module, the longest first: its path goes on into folders, and where hosts
 * have subgroups it doesn't say from where on. No project has the path of a group, so at most one of them exists.
 */
export function repositoriesHolding(repository: string): readonly string[] {
  const parts = repository.split('/');
  const shorter = Array.from({ length: Math.max(0, parts.length - 3) }, (_, cut) =>
    parts.slice(0, parts.length - 1 - cut).join('/'),
  );
  return [repository, ...shorter];
}

/** Takes the revision off `git+https://github.com/fmtlib/fmt@9.1.0`, but keeps `user@host`. */
function withoutRevision(address: string): string {
  const host = /^(?:[\w.+-]+:\/\/)?/.exec(address)?.[0].length ?? 0;
  const path = address.indexOf('/', host);
  const at = address.lastIndexOf('@');
  return path >= 0 && at > path ? address.slice(0, at) : address;
}

export function isKnownHost(host: string): boolean {
  return TWO_PART_HOSTS.has(host) || /^gitlab\./.test(host);
}

function locate(address: string): { readonly host: string; readonly path: string } | undefined {
  if (/[\p{Cc}\s\\]/u.test(address)) return undefined;
  const scp = SCP_ADDRESS.exec(address);
  if (scp !== null) return { host: scp[1] ?? '', path: (scp[2] ?? '').replace(/[?#].*$/s, '') };
  // Many manifests omit the protocol, which is safe for known hosts only.
  const bare = /^([\w.-]{1,253})\//.exec(address)?.[1];
  const url = bare !== undefined && isKnownHost(bare.toLowerCase()) ? `https://${address}` : address;
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, pathname } = new URL(url);
  return GIT_PROTOCOLS.has(protocol) ? { host: hostname, path: pathname } : undefined;
}
