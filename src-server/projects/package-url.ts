/**
 * A canonical package URL without qualifiers, such as `pkg:npm/ws@8.18.0`
 * (https://github.com/package-url/purl-spec).
 */
export interface PackageUrl {
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
