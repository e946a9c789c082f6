/** Packages in skill.json's `extensions`. */

/** Namespace to purl type. */
export const PACKAGE_NAMESPACES = {
  npm: 'npm',
  pypi: 'pypi',
  crates_io: 'cargo',
  go_mod: 'golang',
  conan: 'conan',
  vcpkg: 'vcpkg',
} as const;
export type PackageNamespace = keyof typeof PACKAGE_NAMESPACES;

/** Part of a range: `>=1.4`. */
export const COMPARATOR = /^(>=|<=|>|<|=)?v?(\d{1,9}(?:\.\d{1,9}){0,3})$/i;

/** `>=1.4 <3` */
export function isVersionRange(text: string): boolean {
  const parts = comparators(text);
  return parts.length > 0 && parts.every((part) => COMPARATOR.test(part));
}

/** `>= 1.4, < 3` → `>=1.4`, `<3`. */
export function comparators(range: string): readonly string[] {
  return range
    .slice(0, 100)
    .replace(/([<>=])\s+/g, '$1')
    .split(/[\s,]+/)
    .filter(Boolean);
}
