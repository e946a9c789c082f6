import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join, relative } from 'node:path';
import { packageRoot } from '../built-files.ts';
import { COMMAND_NAME } from '../contract/clients/command.ts';
import { escapedWord, type Shell, shellWord } from '../contract/clients/shell-words.ts';
import { printable } from '../contract/words/printable.ts';
import type { CliIo } from './cli-io.ts';

/** What tells how this program was started, and how it is started again. */
export interface OwnCommandFacts {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  /** The package's root. */
  readonly root: string;
  /** The Node that runs this. */
  readonly node: string;
  readonly isThere: (file: string) => boolean;
}

/** `npm start` and `npm run serve` begin with `serve`; they are found by the names npm has for them. */
const NPM_SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  start: ['npm', 'start', '--'],
  serve: ['npm', 'run', 'serve', '--'],
};

/**
 * The words that start this command line with these arguments, from the terminal its user has: as it was started where
 * that was `npm start`, the bare name where `PATH` has it, else the way to the script. Pure.
 */
export function ownCommand(args: readonly string[], facts: OwnCommandFacts): readonly string[] {
  const [command, ...rest] = args;
  const npm = command === 'serve' ? npmScript(facts) : undefined;
  if (npm !== undefined) return rest.length === 0 ? npm.slice(0, -1) : [...npm, ...rest];
  return [...programWords(facts), ...args];
}

function npmScript({ env, root }: OwnCommandFacts): readonly string[] | undefined {
  // A script of another package may well be called `start` too.
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
      // npm puts its own in front for as long as a script runs; the terminal has them not.
      .filter(
        (folder) =>
          isAbsolute(folder) && !/[\\/]node_modules[\\/](?:\.bin|.*node-gyp-bin)[\\/]?$/.test(folder),
      )
      .some((folder) => names.some((file) => isThere(join(folder, file))))
  );
}

/** From the current folder where the file is below it. */
function shortest(file: string, { cwd }: OwnCommandFacts): string {
  const path = relative(cwd, file);
  if (path.startsWith('..') || isAbsolute(path)) return file;
  // A bare name would be looked up on PATH.
  return /[\\/]/.test(path) ? path : join('.', path);
}

/**
 * A line for people to run: this program with these arguments. A `<placeholder>` stays as it is, whatever else needs it
 * is quoted for the system's shells; `<the same text>` stands for what no quote is certain for.
 */
export function cliLine(args: readonly string[], { env, cwd }: Pick<CliIo, 'env' | 'cwd'>): string {
  const { platform, execPath: node } = process;
  const shell = platform === 'win32' ? 'windows' : 'sh';
  const words = ownCommand(args, { env, cwd, platform, root: packageRoot(), node, isThere: existsSync });
  return printable(words.map((word) => lineWord(word, shell)).join(' '));
}

/** The words that start this program from any folder, as the beginning of a line. */
export function commandAnywhere({ env }: Pick<CliIo, 'env'>): string {
  // Only paths below the current folder are shortened.
  return cliLine([], { env, cwd: join(packageRoot(), 'elsewhere') });
}

/** A word as it stands in a line, in characters that can all be seen: what is shown is what is copied. */
function lineWord(word: string, shell: Shell): string {
  if (/^<[a-z ]+>$/.test(word)) return word;
  const quoted = shellWord(word, shell);
  if (quoted !== undefined && printable(quoted) === quoted) return quoted;
  return (shell === 'sh' ? escapedWord(word) : undefined) ?? '<the same text>';
}
