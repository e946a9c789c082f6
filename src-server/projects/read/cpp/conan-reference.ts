import type { FoundPackage } from '../package-rows.ts';

export type ConanReference = Pick<FoundPackage, 'name' | 'version' | 'qualifiers'>;

/**
 * `fmt/9.1.0@user/channel#revision%time` with all after the version optional. The version is null for a range: `fmt/[>9]`.
 * Undefined if the text is no reference.
 */
export function parseConanReference(text: string): ConanReference | undefined {
  const match = /^([\w.+-]+)\/(\[[^\]]*\]|[^@#%\s]+)(?:@([\w.+-]*)\/([\w.+-]*))?(?:[@#%].*)?$/.exec(
    text.trim(),
  );
  if (match === null) return undefined;
  const [, name = '', version = '', user = '', channel = ''] = match;
  // Conan 1 writes `_` for none.
  const hasOwner = user !== '' && channel !== '' && user !== '_' && channel !== '_';
  return {
    name,
    version: version.startsWith('[') ? null : version,
    ...(hasOwner && { qualifiers: { user, channel } }),
  };
}
