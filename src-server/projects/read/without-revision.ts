/**
 * `git+https://github.com/fmtlib/fmt@9.1.0` → `git+https://github.com/fmtlib/fmt`. An `@` before the path
 * ends a user name.
 */
export function withoutRevision(address: string): string {
  const at = address.lastIndexOf('@');
  const before = address.slice(0, Math.max(at, 0));
  const hasPath = before.replace(/^[\w.+-]+:\/\//, '').includes('/');
  return hasPath && !address.includes('/', at) ? before : address;
}
