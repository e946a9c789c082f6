/** Paths relative to a registry's root: `/` between segments, '' is the root itself. */

export function joinRelative(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}

/** The folder above; '' above the topmost. */
export function parentOf(folder: string): string {
  return folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
}

/** Whether `path` is `folder` or lies below it. */
export function isAtOrBelow(folder: string, path: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}
