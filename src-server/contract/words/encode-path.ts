/** A path as a part of an address: each segment encoded, its slashes kept. Throws `URIError` for half a character. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
