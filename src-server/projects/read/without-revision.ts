/**
 * `git+https://github.com/fmtlib/fmt@release/9.1` → `git+https://github.com/fmtlib/fmt`. An `@` before the
 * path ends a user name.
 */
export function withoutRevision(address: string): string {
  const host = /^(?:[\w.+-]+:\/\/)?/.exec(address)?.[0].length ?? 0;
  const path = address.indexOf('/', host);
  const at = address.lastIndexOf('@');
  return path >= 0 && at > path ? address.slice(0, at) : address;
}
