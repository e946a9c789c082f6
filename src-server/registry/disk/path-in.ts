import { sep } from 'node:path';

/**
 * Joins an absolute folder and a relative path, both normalized. `join` normalizes and takes ten times as
 * long.
 */
export function pathIn(folder: string, path: string): string {
  const own = sep === '/' ? path : path.replaceAll('/', sep);
  return folder.endsWith(sep) ? folder + own : folder + sep + own;
}
