import { posix, win32 } from 'node:path';
import { COMMAND_NAME, type PathState } from '../../contract/clients/command.ts';

export interface PathFacts {
  readonly platform: NodeJS.Platform;
  readonly file: string;
  /** `PATH` of a new terminal. */
  readonly path: string;
  /** `$SHELL`. */
  readonly shell: string | undefined;
  readonly isThere: (file: string) => boolean;
}

/** Whether a terminal would start this file. Pure. */
export function pathState({ platform, file, path, shell, isThere }: PathFacts): PathState {
  const { dirname, basename, join, delimiter } = platform === 'win32' ? win32 : posix;
  const folder = dirname(file);
  const folders = path.split(delimiter).filter((part) => part !== '');
  const place = folders.findIndex((part) => isSamePath(part, folder, platform));
  if (place === -1)
    return {
      state: 'lacking',
      folder,
      ...(platform === 'win32' ? {} : { line: addingLine(shell, platform) }),
    };
  const names =
    platform === 'win32' ? ['exe', 'cmd', 'bat'].map((end) => `${COMMAND_NAME}.${end}`) : [basename(file)];
  const by = folders
    .slice(0, place)
    .flatMap((part) => names.map((name) => join(part, name)))
    .find(isThere);
  return by === undefined ? { state: 'found' } : { state: 'hidden', by };
}

/** Compares text; resolves no links. */
export function isSamePath(a: string, b: string, platform: NodeJS.Platform): boolean {
  return plain(a, platform) === plain(b, platform);
}

function plain(path: string, platform: NodeJS.Platform): string {
  if (platform !== 'win32') return path.replace(/(?<=.)\/+$/, '');
  return path.replace(/^"|"$/g, '').replaceAll('/', '\\').replace(/\\+$/, '').toLowerCase();
}

function addingLine(shell: string | undefined, platform: NodeJS.Platform): string {
  const line = 'export PATH="$HOME/.local/bin:$PATH"';
  switch (posix.basename(shell ?? '')) {
    case 'zsh':
      return `echo '${line}' >> "\${ZDOTDIR:-$HOME}/.zshrc"`;
    case 'bash':
      // Terminals of macOS start login shells, which don't read .bashrc.
      return `echo '${line}' >> ~/${platform === 'darwin' ? '.bash_profile' : '.bashrc'}`;
    case 'fish':
      return 'fish_add_path ~/.local/bin';
    default:
      return `echo '${line}' >> ~/.profile`;
  }
}

/** Windows only. */
function hasFolder(path: string, folder: string): boolean {
  return path.split(';').some((part) => isSamePath(part, folder, 'win32'));
}

/** Preserves other folders. */
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
