/** Relative paths with `/`; the root is ''. */

export function dirname(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

export function basename(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Nearest at or above `folder`. */
export function coveringFolder(folder: string, folders: ReadonlySet<string>): string | undefined {
  for (let above = folder; ; above = dirname(above)) {
    if (folders.has(above)) return above;
    if (above === '') return undefined;
  }
}
/** Undefined if absolute or outside. */
export function resolvePath(folder: string, path: string): string | undefined {
  const slashed = path.replaceAll('\\', '/');
  if (slashed.startsWith('/') || /^[a-z]:/i.test(slashed)) return undefined;
  const parts: string[] = folder === '' ? [] : folder.split('/');
  for (const part of slashed.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join('/');
}

export function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
