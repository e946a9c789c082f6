/** Keeps slashes. Throws `URIError` for lone surrogates. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
