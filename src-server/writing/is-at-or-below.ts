import { relative, resolve, sep } from 'node:path';

/** Compares text: absolute paths without links. */
export function isAtOrBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === path;
}
