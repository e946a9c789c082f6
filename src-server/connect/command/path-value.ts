/** `Path` value of a Windows user. Other folders keep their spelling and order. Pure. */
import { isSamePath } from './path-state.ts';

function hasFolder(path: string, folder: string): boolean {
  return path.split(';').some((part) => isSamePath(part, folder, 'win32'));
}

export function withFolder(path: string, folder: string): string {
  if (hasFolder(path, folder)) return path;
  if (path === '') return folder;
  return path.endsWith(';') ? `${path}${folder};` : `${path};${folder}`;
}

export function withoutFolder(path: string, folder: string): string {
  return path
    .split(';')
    .filter((part) => !isSamePath(part, folder, 'win32'))
    .join(';');
}
