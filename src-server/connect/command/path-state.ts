/** Whether a terminal finds the command, and what to paste where it doesn't. Pure. */
import { posix, win32 } from 'node:path';
import { COMMAND_NAME, type PathState } from '../../contract/clients/command.ts';

/** What decides what a terminal starts. */
export interface PathFacts {
  readonly platform: NodeJS.Platform;
  /** Where the command is, or would be. */
  readonly file: string;
  /** `PATH` as a new terminal has it. */
  readonly path: string;
  /** `$SHELL`. */
  readonly shell: string | undefined;
  readonly isThere: (file: string) => boolean;
}

/** Whether a terminal would start this very command. Pure. */
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

/** Whether both name one file or folder, as far as that can be seen by their letters. */
export function isSamePath(a: string, b: string, platform: NodeJS.Platform): boolean {
  return plain(a, platform) === plain(b, platform);
}

function plain(path: string, platform: NodeJS.Platform): string {
  if (platform !== 'win32') return path.replace(/(?<=.)\/+$/, '');
  return path.replace(/^"|"$/g, '').replaceAll('/', '\\').replace(/\\+$/, '').toLowerCase();
}

/** Puts `~/.local/bin` before all others, in the file that this shell reads for a new terminal. */
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
