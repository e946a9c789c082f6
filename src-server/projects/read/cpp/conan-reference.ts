import type { FoundPackage } from '../package-rows.ts';

export type ConanReference = Pick<FoundPackage, 'name' | 'version' | 'qualifiers'>;

/** `fmt/9.1.0@user/channel#revision%time`, from `@` on optional. Null version for ranges: `fmt/[>9]`. */
export function parseConanReference(text: string): ConanReference | undefined {
  const match = /^([\w.+-]+)\/(\[[^\]]*\]|[^@#%\s]+)(?:@([\w.+-]*)\/([\w.+-]*))?(?:[@#%].*)?$/.exec(
    text.trim(),
  );
  if (match === null) return undefined;
  const [, name = '', version = '', user = '', channel = ''] = match;
  // Conan 1 writes `_` for an empty value.
  const hasOwner = user !== '' && channel !== '' && user !== '_' && channel !== '_';
  return {
    name,
    version: version.startsWith('[') ? null : version,
    ...(hasOwner && { qualifiers: { user, channel } }),
  };
}
