import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join, relative } from 'node:path';
import { packageRoot } from '../built-files.ts';
import { COMMAND_NAME } from '../contract/clients/command.ts';
import { escapedWord, type Shell, shellWord } from '../contract/clients/shell-words.ts';
import { printable } from '../contract/words/printable.ts';
import type { CliIo } from './cli-io.ts';

export interface OwnCommandFacts {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  /** Of the package. */
  readonly root: string;
  /** Running. */
  readonly node: string;
  readonly isThere: (file: string) => boolean;
}

/** By npm's script name. */
const NPM_SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  start: ['npm', 'start', '--'],
  serve: ['npm', 'run', 'serve', '--'],
};

/** npm script, else bare name if in `PATH`, else the script's path. */
export function ownCommand(args: readonly string[], facts: OwnCommandFacts): readonly string[] {
  const [command, ...rest] = args;
  const npm = command === 'serve' ? npmScript(facts) : undefined;
  if (npm !== undefined) return rest.length === 0 ? npm.slice(0, -1) : [...npm, ...rest];
  return [...programWords(facts), ...args];
}

function npmScript({ env, root }: OwnCommandFacts): readonly string[] | undefined {
  // Another package may also have a script `start`.
  if (env['npm_package_json'] !== join(root, 'package.json')) return undefined;
  return NPM_SCRIPTS[env['npm_lifecycle_event'] ?? ''];
}

function programWords(facts: OwnCommandFacts): readonly string[] {
  const { root, node, platform, isThere } = facts;
  if (isOnPath(COMMAND_NAME, facts)) return [COMMAND_NAME];
  if (/[\\/]_npx[\\/]/.test(root)) return ['npx', COMMAND_NAME];
  const packed = join(root, 'bin', platform === 'win32' ? `${COMMAND_NAME}.cmd` : COMMAND_NAME);
  if (isThere(packed)) return [shortest(packed, facts)];
  const script = shortest(join(root, 'dist', 'server', `${COMMAND_NAME}.cjs`), facts);
  return [isOnPath('node', facts) ? 'node' : node, script];
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

/** Relative below the current folder. */
function shortest(file: string, { cwd }: OwnCommandFacts): string {
  const path = relative(cwd, file);
  if (path.startsWith('..') || isAbsolute(path)) return file;
  // A bare name would be searched in PATH.
  return /[\\/]/.test(path) ? path : join('.', path);
}

/**
 * For people, quoted for the system's shells. Keeps `<placeholder>`; unquotable text becomes `<the same
 * text>`.
 */
export function cliLine(args: readonly string[], { env, cwd }: Pick<CliIo, 'env' | 'cwd'>): string {
  const { platform, execPath: node } = process;
  const shell = platform === 'win32' ? 'windows' : 'sh';
  const words = ownCommand(args, { env, cwd, platform, root: packageRoot(), node, isThere: existsSync });
  return printable(words.map((word) => lineWord(word, shell)).join(' '));
}

/** Works in any folder. */
export function commandAnywhere({ env }: Pick<CliIo, 'env'>): string {
  // Any other folder prevents shortening to a relative path.
  return cliLine([], { env, cwd: join(packageRoot(), 'elsewhere') });
}

/** Copied text must equal shown text. */
function lineWord(word: string, shell: Shell): string {
  if (/^<[a-z ]+>$/.test(word)) return word;
  const quoted = shellWord(word, shell);
  if (quoted !== undefined && printable(quoted) === quoted) return quoted;
  return (shell === 'sh' ? escapedWord(word) : undefined) ?? '<the same text>';
}
