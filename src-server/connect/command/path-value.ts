/** The value of a user's `Path` on Windows: folders with semicolons between. Pure; every other folder stays as it is. */
import { isSameFolder } from './path-state.ts';

function hasFolder(path: string, folder: string): boolean {
  return path.split(';').some((part) => isSameFolder(part, folder, 'win32'));
}

/** With the folder at the end, unless it is in already. */
export function withFolder(path: string, folder: string): string {
  if (hasFolder(path, folder)) return path;
  if (path === '') return folder;
  return path.endsWith(';') ? `${path}${folder};` : `${path};${folder}`;
}

export function withoutFolder(path: string, folder: string): string {
  return path
    .split(';')
    .filter((part) => !isSameFolder(part, folder, 'win32'))
    .join(';');
}
