import { isWindowsDevice } from '../contract/words/windows-device.ts';
import { WrongRequest } from './registry-refusal.ts';

/** `hostile`: an attack; the whole repository is refused. */
export interface NameFault {
  readonly hostile: boolean;
  /** Continues "<path> …". */
  readonly why: string;
}

const LONGEST_NAME = 255;

/** For all operating systems. */
export function nameFault(bytes: Uint8Array): NameFault | undefined {
  const name = decodeUtf8(bytes);
  if (name === undefined) return { hostile: false, why: 'has a name that is not UTF-8' };
  if (name === '' || name === '.' || name === '..' || /[/\0]/.test(name))
    return { hostile: true, why: 'is a name that leads elsewhere' };
  if (isGitFolder(name)) return { hostile: true, why: 'is a name of Git’s own files' };
  if (bytes.length > LONGEST_NAME) return { hostile: false, why: 'has a name of more than 255 bytes' };
  if (isRefusedByWindows(name)) return { hostile: false, why: 'has a name that Windows refuses' };
  return undefined;
}

/** Equal names collide on some file systems. */
export function foldedName(name: string): string {
  return name.normalize('NFC').toLowerCase().toUpperCase();
}

/** `a`, `a/b` for `a/b/c`. */
export function foldersAbove(path: string): readonly string[] {
  const segments = path.split('/');
  return segments.slice(1).map((_, place) => segments.slice(0, place + 1).join('/'));
}

/**
 * `/` between segments; '' for the root.
 *
 * @throws {WrongRequest} outside of the repository
 */
export function checkFolder(folder: string): string {
  const segments = folder.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.some((segment) => segment === '..' || /[\0\\]/.test(segment) || isGitFolder(segment)))
    throw new WrongRequest('A folder of a repository is a path inside of it, with / between names.');
  return segments.join('/');
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** All spellings of `.git`: case, 8.3 names, characters ignored by HFS+, NTFS streams. */
function isGitFolder(name: string): boolean {
  const plain = name.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '').toLowerCase();
  return /^(?:\.git|git~\d+)[. ]*(?::.*)?$/.test(plain);
}

function isRefusedByWindows(name: string): boolean {
  return /[<>:"|?*\\\u0000-\u001f]/.test(name) || /[. ]$/.test(name) || isWindowsDevice(name);
}
