import { sep } from 'node:path';

/** Whether an absolute path without links is `folder` itself or lies below it. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
