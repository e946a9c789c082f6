/** The value of a user's `Path` on Windows: folders with semicolons between. Pure; every other folder stays as it is. */
import { isSamePath } from './path-state.ts';

function hasFolder(path: string, folder: string): boolean {
  return path.split(';').some((part) => isSamePath(part, folder, 'win32'));
}

/** With the folder at the end, unless it is in already. */
export function withFolder(path: string, folder: string): string {
  if (hasFolder(path, folder)) return path;
  if (path === '') return folder;
  return path.endsWith(';') ? `${path}${folder};` : `${path};${folder}`;
}

/** A Windows `Path` without a folder, however that is written there; the rest stays as it is. */
export function withoutFolder(path: string, folder: string): string {
  return path
    .split(';')
    .filter((part) => !isSamePath(part, folder, 'win32'))
    .join(';');
}
