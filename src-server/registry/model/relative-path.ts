/** Relative to the root, with `/`; '' is the root. */

export function joinRelative(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}

export function parentOf(folder: string): string {
  return folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
}

export function isAtOrBelow(folder: string, path: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}
