/** RFC 9112, section 3.2. */
export interface RequestTarget {
  readonly authority?: string;
  /** Path and query, or `*`. */
  readonly path: string;
}

const ABSOLUTE = /^https?:\/\/([^/?#]*)([^#]*)/i;

/** For methods except CONNECT. Undefined unless path, `*` or http address. */
export function parseTarget(target: string): RequestTarget | undefined {
  if (target.startsWith('/') || target === '*') return { path: target };
  const [, authority, rest = ''] = ABSOLUTE.exec(target) ?? [];
  if (authority === undefined || authority === '') return undefined;
  return { authority, path: rest.startsWith('/') ? rest : `/${rest}` };
}
