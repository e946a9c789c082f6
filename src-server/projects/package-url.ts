/** Canonical (https://github.com/package-url/purl-spec). */
export interface PackageUrl {
  /** Lower case: `npm`, `cargo`, `pypi`, `golang`, `conan`, `vcpkg`, `github`, … */
  readonly type: string;
  /** With namespace: `@scope/name`, `github.com/gorilla/mux`. */
  readonly name: string;
  readonly version: string | null;
  /** Conan only; both or none. */
  readonly qualifiers?: { readonly user: string; readonly channel: string };
}

const MAX_LENGTH = 1_000;
const TYPE = /^[a-z][a-z0-9.+-]*$/i;
/** Unsafe for terminals, never valid. */
const UNFIT = /[\p{Cc}\p{Cs}\s]/u;

/** Undefined if invalid or too long. */
export function parsePackageUrl(text: string): PackageUrl | undefined {
  const parts = /^pkg:\/{0,2}([^/?#@]+)\/+([^?#]+)(?:\?([^#]*))?(?:#.*)?$/s.exec(text);
  if (parts === null || text.length > MAX_LENGTH) return undefined;
  const [, type = '', path = '', query = ''] = parts;
  // A leading `@` belongs to an unencoded scope.
  const at = path.lastIndexOf('@');
  const hasVersion = at > 0 && !path.slice(at).includes('/');
  const name = decoded(hasVersion ? path.slice(0, at) : path);
  const version = hasVersion ? decoded(path.slice(at + 1)) : null;
  if (name === undefined || version === undefined) return undefined;
  const asked = new URLSearchParams(query);
  return makePackageUrl(type, name, version === '' ? null : version, {
    user: asked.get('user'),
    channel: asked.get('channel'),
  });
}

/** Undefined if invalid. */
export function makePackageUrl(
  type: string,
  name: string,
  version: string | null,
  { user, channel }: { readonly user?: string | null; readonly channel?: string | null } = {},
): PackageUrl | undefined {
  const kind = type.toLowerCase();
  const fullName = canonicalName(kind, name.split('/').filter(Boolean).join('/'));
  const texts = [fullName, version ?? 'none', user ?? '', channel ?? ''];
  const isFit = TYPE.test(kind) && fullName !== '' && version !== '';
  if (!isFit || texts.some((text) => text.length > MAX_LENGTH || UNFIT.test(text))) return undefined;
  const hasQualifiers = kind === 'conan' && Boolean(user) && Boolean(channel);
  return {
    ...{ type: kind, name: fullName, version },
    ...(hasQualifiers && { qualifiers: { user: user ?? '', channel: channel ?? '' } }),
  };
}

/** `pkg:npm/%40scope/name@1.0.0` */
export function formatPackageUrl({ type, name, version, qualifiers }: PackageUrl): string {
  const path = name.split('/').map(encode).join('/');
  const end = version === null ? '' : `@${encode(version)}`;
  const query =
    qualifiers === undefined ? '' : `?channel=${encode(qualifiers.channel)}&user=${encode(qualifiers.user)}`;
  return `pkg:${type}/${path}${end}${query}`;
}

/** PEP 503 for PyPI; lower case if the ecosystem ignores case. */
function canonicalName(type: string, name: string): string {
  if (type === 'pypi') return pypiName(name);
  return type === 'github' || type === 'bitbucket' || type === 'vcpkg' ? name.toLowerCase() : name;
}

/** `Jaraco.Classes` → `jaraco-classes` (PEP 503). */
export function pypiName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** Keeps `:`. */
function encode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%3A', ':')
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
