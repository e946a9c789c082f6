/** npm's limit is 214; Go's paths are longer. */
const MAX_NAME = 255;
const MAX_VERSION = 128;

const NAMES: Readonly<Record<string, RegExp>> = {
  npm: /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~_-][\w.~!'()*-]*$/i,
  cargo: /^[a-z_][a-z0-9_-]*$/i,
  pypi: /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i,
  golang: /^[a-z0-9][\w.~-]*(?:\/[\w.~+!-]+)*$/i,
  conan: /^[a-z0-9_][a-z0-9_+.-]*$/i,
  vcpkg: /^[a-z0-9][a-z0-9-]*$/,
  github: /^[a-z0-9][a-z0-9-]*\/[\w.-]+$/i,
  generic: /^[\w+][\w+.-]*$/,
};
const VERSION = /^[\w(][\w.+~!:@()/<>=, -]*$/;

export function isKnownEcosystem(ecosystem: string): boolean {
  return Object.hasOwn(NAMES, ecosystem);
}

/** Excludes path traversal and control characters. */
export function isPackageName(ecosystem: string, name: string): boolean {
  if (name.length > MAX_NAME || name.split('/').some((part) => part === '.' || part === '..')) return false;
  return (isKnownEcosystem(ecosystem) ? NAMES[ecosystem] : undefined)?.test(name) ?? false;
}

export function isPackageVersion(version: string): boolean {
  return version.length <= MAX_VERSION && VERSION.test(version);
}
