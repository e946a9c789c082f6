/** What the first line of a request asks for (RFC 9112, section 3.2). */
export interface RequestTarget {
  /** Host and port that an absolute address names; absent where the `Host` header alone says it. */
  readonly authority?: string;
  /** Path and query, or `*`. */
  readonly path: string;
}

const ABSOLUTE = /^https?:\/\/([^/?#]*)([^#]*)/i;

/** The target of any method but CONNECT; undefined where it is neither a path, nor `*`, nor an http address. */
export function parseTarget(target: string): RequestTarget | undefined {
  if (target.startsWith('/') || target === '*') return { path: target };
  const [, authority, rest = ''] = ABSOLUTE.exec(target) ?? [];
  if (authority === undefined || authority === '') return undefined;
  return { authority, path: rest.startsWith('/') ? rest : `/${rest}` };
}
