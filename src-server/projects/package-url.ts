/** A package by its package URL (https://github.com/package-url/purl-spec), canonical for its type. */
export interface PackageUrl {
  /** `npm`, `cargo`, `pypi`, `golang`, `conan`, `vcpkg`, `github`, …; in small letters. */
  readonly type: string;
  /** With its namespace: `@scope/name`, `github.com/gorilla/mux`. */
  readonly name: string;
  readonly version: string | null;
  /** Only Conan's `user` and `channel`; both or none. */
  readonly qualifiers?: { readonly user: string; readonly channel: string };
}

const MAX_LENGTH = 1_000;
const TYPE = /^[a-z][a-z0-9.+-]*$/i;
/** Nothing that a terminal would act on or that no package manager takes. */
const UNFIT = /[\p{Cc}\p{Cs}\s]/u;

/** Reads a package URL. Undefined for what is none, or too long. */
export function parsePackageUrl(text: string): PackageUrl | undefined {
  const parts = /^pkg:\/{0,2}([^/?#@]+)\/+([^?#]+)(?:\?([^#]*))?(?:#.*)?$/s.exec(text);
  if (parts === null || text.length > MAX_LENGTH) return undefined;
  const [, type = '', path = '', query = ''] = parts;
  // An `@` in front belongs to a scope that somebody didn't encode.
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

/** The canonical form of a package's parts. Undefined where they make none. */
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

/** PEP 503 for PyPI, small letters where the ecosystem knows no others; everything else keeps its case. */
function canonicalName(type: string, name: string): string {
  if (type === 'pypi') return pypiName(name);
  return type === 'github' || type === 'bitbucket' || type === 'vcpkg' ? name.toLowerCase() : name;
}

/** `Jaraco.Classes` → `jaraco-classes` (PEP 503). */
export function pypiName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** The format leaves `:` as it is. */
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
