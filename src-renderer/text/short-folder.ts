/** `~/registry` for `/home/someone/registry`; only for display. */
export function shortFolder(path: string): string {
  return path.replace(/^(?:\/(?:home|Users)\/[^/]+|\/root|[A-Z]:\\Users\\[^\\]+)(?=[\\/]|$)/, '~');
}
