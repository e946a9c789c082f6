export interface SiteBase {
  /** Without final slash; '' if unknown: then links begin with `/`. */
  readonly address: string;
  /** '' for the root of the host. */
  readonly path: string;
}

export const UNKNOWN_BASE: SiteBase = { address: '', path: '' };

/** Undefined unless http(s), with a path that stands in rules of every host. */
export function parseBase(text: string): SiteBase | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, pathname, username, password, search, hash } = new URL(text);
  const isPlain = [username, password, search, hash].every((part) => part === '');
  const path = pathname.replace(/\/+$/, '');
  if (!/^https?:$/.test(protocol) || !isPlain || !/^(?:\/[\w.~-]+)*$/.test(path)) return undefined;
  return { address: `${origin}${path}`, path };
}
