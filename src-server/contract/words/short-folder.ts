/** Shows `~/registry` for `/home/someone/registry`; the words are for display and no path. */
export function shortFolder(path: string): string {
  return path.replace(/^(?:\/(?:home|Users)\/[^/]+|\/root|[A-Z]:\\Users\\[^\\]+)(?=[\\/]|$)/, '~');
}
