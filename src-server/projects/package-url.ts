/** Canonical, without qualifiers (https://github.com/package-url/purl-spec). */
export interface PackageUrl {
  /** Lower case: `npm`, `cargo`, `pypi`, `golang`, `conan`, `vcpkg`, `github`, … */
  readonly type: string;
  /** With namespace: `@scope/name`, `github.com/gorilla/mux`. */
  readonly name: string;
  readonly version: string | null;
}

const MAX_LENGTH = 1_000;
/** Unsafe for terminals, never valid. */
const UNFIT = /[\p{Cc}\p{Cs}\s]/u;

export function parsePackageUrl(text: string): PackageUrl | undefined {
  const [, type, path = ''] = /^pkg:\/{0,2}([^/?#@]+)\/+([^?#]+)/.exec(text) ?? [];
  if (type === undefined || text.length > MAX_LENGTH) return undefined;
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
    (text) => text !== '' && text.length <= MAX_LENGTH && !UNFIT.test(text),
  );
  return isFit && /^[a-z][a-z0-9.+-]*$/.test(kind) ? { type: kind, name: fullName, version } : undefined;
}

/** `pkg:npm/%40scope/name@1.0.0` */
export function formatPackageUrl({ type, name, version }: PackageUrl): string {
  const path = name.split('/').map(encode).join('/');
  return `pkg:${type}/${path}${version === null ? '' : `@${encode(version)}`}`;
}

/** `Jaraco.Classes` → `jaraco-classes` (PEP 503). */
export function pypiName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

function encode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%3A', ':')
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
