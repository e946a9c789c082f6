import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { packageRoot } from '../built-files.ts';
import { COMMAND_NAME } from '../contract/clients/command.ts';
import { type Shell, shellWord } from '../contract/clients/shell-words.ts';
import { printable } from '../contract/words/printable.ts';
import type { CliIo } from './cli-io.ts';

export interface OwnCommandFacts {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Of the package. */
  readonly root: string;
  /** Running. */
  readonly node: string;
  readonly isThere: (file: string) => boolean;
}

/** Bare name if in `PATH`, else the script's path. Works in any folder. */
export function ownCommand(args: readonly string[], facts: OwnCommandFacts): readonly string[] {
  const { root, node } = facts;
  if (isOnPath(COMMAND_NAME, facts)) return [COMMAND_NAME, ...args];
  if (/[\\/]_npx[\\/]/.test(root)) return ['npx', COMMAND_NAME, ...args];
  const script = join(root, 'dist', 'server', `${COMMAND_NAME}.cjs`);
  return [isOnPath('node', facts) ? 'node' : node, script, ...args];
}

function isOnPath(name: string, { env, platform, isThere }: OwnCommandFacts): boolean {
  const names = platform === 'win32' ? ['exe', 'cmd', 'bat'].map((end) => `${name}.${end}`) : [name];
  return (
    (env['PATH'] ?? env['Path'] ?? '')
      .split(delimiter)
      // npm prepends folders to PATH while a script runs; the user's terminal lacks them.
      .filter(
        (folder) =>
          isAbsolute(folder) && !/[\\/]node_modules[\\/](?:\.bin|.*node-gyp-bin)[\\/]?$/.test(folder),
      )
      .some((folder) => names.some((file) => isThere(join(folder, file))))
  );
}

/**
 * For people, quoted for the system's shells. Keeps `<placeholder>`; unquotable text becomes `<the same
 * text>`.
 */
export function cliLine(args: readonly string[], { env }: Pick<CliIo, 'env'>): string {
  const { platform, execPath: node } = process;
  const shell = platform === 'win32' ? 'windows' : 'sh';
  const words = ownCommand(args, { env, platform, root: packageRoot(), node, isThere: existsSync });
  return printable(words.map((word) => lineWord(word, shell)).join(' '));
}

/** Copied text must equal shown text. */
function lineWord(word: string, shell: Shell): string {
  if (/^<[a-z ]+>$/.test(word)) return word;
  const quoted = shellWord(word, shell);
  return quoted !== undefined && printable(quoted) === quoted ? quoted : '<the same text>';
}
