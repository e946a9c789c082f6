import { sep } from 'node:path';

/** Whether a resolved path is `folder` or below. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
