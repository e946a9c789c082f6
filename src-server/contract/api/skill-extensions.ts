/** What of skill.json's `extensions` matches a skill with the packages of a project. */

/** Namespaces that name packages, with the ecosystem of each: the type of its package URLs. */
export const PACKAGE_NAMESPACES = {
  npm: 'npm',
  pypi: 'pypi',
  crates_io: 'cargo',
  go_mod: 'golang',
  conan: 'conan',
  vcpkg: 'vcpkg',
} as const;
/** A namespace of `PACKAGE_NAMESPACES`. */
export type PackageNamespace = keyof typeof PACKAGE_NAMESPACES;

/** One part of a range: `>=1.4`. */
export const COMPARATOR = /^(>=|<=|>|<|=)?v?(\d{1,9}(?:\.\d{1,9}){0,3})$/i;

/** Whether a text is a range of versions: comparators that all hold, `>=1.4 <3`. */
export function isVersionRange(text: string): boolean {
  const parts = comparators(text);
  return parts.length > 0 && parts.every((part) => COMPARATOR.test(part));
}

/** `>= 1.4, < 3` is `>=1.4` and `<3`. */
export function comparators(range: string): readonly string[] {
  return range
    .slice(0, 100)
    .replace(/([<>=])\s+/g, '$1')
    .split(/[\s,]+/)
    .filter(Boolean);
}
