/** Gives commands what they share: the process around them, exit codes, questions, and lines for people to type. */

import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { leaveWithoutWaiting, packageRoot } from '../built-files.ts';
import { COMMAND_NAME, type Shell, shellWord } from '../contract/clients/clients.ts';
import { printable } from '../contract/outside-text.ts';
import { workingFolder } from '../platform/files.ts';

/** The exit codes, which the README documents. */
export const EXIT_CODES = {
  ok: 0,
  /** Problems were found, or something failed. */
  failed: 1,
  /** The options or arguments are wrong. */
  usage: 2,
  /** The port is taken, or the address isn’t available. */
  port: 3,
  noRegistry: 4,
} as const;

type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/**
 * What a command knows of the process that runs it. Tests replace it, so that commands run in their own
 * process.
 */
export interface CliIo {
  readonly out: (text: string) => void;
  /** Writes logs, progress and errors. */
  readonly err: (text: string) => void;
  /**
   * Shows one line that moves, in place of the one before; an empty one takes it away. Undefined without a terminal, where
   * each line would stay.
   */
  readonly progress?: ((line: string) => void) | undefined;
  readonly colours: boolean;
  /** The width of the terminal; undefined for files and pipes, where no text is cut. */
  readonly columns: number | undefined;
  readonly isTyped: boolean;
  /** Asks for a line. The answer is undefined without a terminal, and rejects if the user cancels. */
  readonly ask: (question: string) => Promise<string | undefined>;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly setExitCode: (code: ExitCode) => void;
  /** Resolves on SIGINT or SIGTERM. */
  readonly untilStopped: () => Promise<void>;
  /** Ends the process by force after a time, unless the returned function is called before. */
  readonly endBy: (ms: number) => () => void;
}

export class CliError extends Error {
  readonly exitCode: ExitCode;
  /** Lines to print below the message, such as commands to type. */
  readonly below: readonly string[];

  constructor(
    exitCode: ExitCode,
    message: string,
    { below = [], ...options }: ErrorOptions & { readonly below?: readonly string[] } = {},
  ) {
    super(message, options);
    this.name = 'CliError';
    this.exitCode = exitCode;
    this.below = below;
  }
}

export function processIo(): CliIo {
  const writer = (stream: NodeJS.WriteStream) => {
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      // The reader (`| head`) may close the pipe early.
      if (code === 'EPIPE') process.exit();
      if (stream === process.stdout)
        process.stderr.write(`The output can’t be written: ${code ?? message}.\n`);
      process.exit(EXIT_CODES.failed);
    });
    return (text: string) => {
      progress?.('');
      stream.write(`${text}\n`);
    };
  };
  const progress = process.stderr.isTTY === true ? movingLine(process.stderr) : undefined;
  return {
    out: writer(process.stdout),
    err: writer(process.stderr),
    progress,
    colours: process.stdout.isTTY === true && process.stdout.hasColors(),
    columns: process.stdout.isTTY ? process.stdout.columns : undefined,
    isTyped: process.stdin.isTTY === true,
    ask: (question) => askAtTerminal(question, { input: process.stdin, output: process.stderr }),
    env: process.env,
    cwd: workingFolder(),
    setExitCode(code) {
      process.exitCode = code;
    },
    untilStopped: () =>
      new Promise((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
      }),
    endBy(ms) {
      const end = setTimeout(() => {
        leaveWithoutWaiting();
        process.exit();
      }, ms).unref();
      return () => clearTimeout(end);
    },
  };
}

/** Writes a line over the one before. It is cut at the terminal's width: a line of two rows could not be taken away. */
export function movingLine(terminal: Pick<NodeJS.WriteStream, 'write' | 'columns'>): (line: string) => void {
  let shown = '';
  return (line) => {
    const next = printable(line).slice(0, Math.max(0, (terminal.columns || 80) - 1));
    if (next === shown) return;
    shown = next;
    terminal.write(`\r\u001b[K${next}`);
  };
}

/**
 * Asks for one line, which is undefined without a terminal. Throws a `CliError` on Ctrl+C and Ctrl+D, which
 * give no answer.
 */
export async function askAtTerminal(
  question: string,
  streams: {
    readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
    readonly output: NodeJS.WritableStream;
  },
): Promise<string | undefined> {
  if (streams.input.isTTY !== true) return undefined;
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface(streams);
  const left = new Promise<undefined>((resolve) => terminal.once('close', () => resolve(undefined)));
  // On cancel, newer Node versions reject the question, older versions never settle it.
  const answer = await Promise.race([terminal.question(question).catch(() => undefined), left]);
  terminal.close();
  if (answer === undefined)
    throw new CliError(EXIT_CODES.failed, '\nThe question got no answer. Nothing was done.');
  return answer;
}

/** Asks a question of yes or no. The answer is undefined without a terminal. */
export async function agrees(question: string, io: CliIo): Promise<boolean | undefined> {
  const answer = await io.ask(`${question} [y/N] `);
  return answer === undefined ? undefined : /^y(?:es)?$/i.test(answer.trim());
}

/** Refuses what nobody agreed to. `nothing` is a sentence without its stop, such as `Nothing was removed`. */
export function refuseUnasked(answer: false | undefined, nothing: string): never {
  if (answer === false) throw new CliError(EXIT_CODES.failed, `${nothing}.`);
  throw new CliError(EXIT_CODES.usage, `${nothing}: there is nobody to ask. --yes does it without asking.`);
}

export interface OwnCommandFacts {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** The root folder of the package. */
  readonly root: string;
  /** The program of Node that runs this command. */
  readonly node: string;
  readonly isThere: (file: string) => boolean;
}

/**
 * Returns the words that start this program in any folder: its bare name if that is in `PATH`, else the path
 * of its script.
 */
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
        (folder) => isAbsolute(folder) && !/[\\/](?:node_modules[\\/]\.bin|node-gyp-bin)[\\/]?$/.test(folder),
      )
      .some((folder) => names.some((file) => isThere(join(folder, file))))
  );
}

/**
 * Makes a line for people to type, quoted for the system’s shells. A `<placeholder>` stays; text that can’t
 * be quoted becomes `<the same text>`.
 */
export function cliLine(args: readonly string[], { env }: Pick<CliIo, 'env'>): string {
  const { platform, execPath: node } = process;
  return lineWords(ownCommand(args, { env, platform, root: packageRoot(), node, isThere: existsSync }));
}

/** Joins words as `cliLine` does, without the program. */
export function lineWords(words: readonly string[]): string {
  const shell = process.platform === 'win32' ? 'windows' : 'sh';
  return printable(words.map((word) => lineWord(word, shell)).join(' '));
}

/** Quotes a word, if what is copied equals what is shown. */
function lineWord(word: string, shell: Shell): string {
  if (/^<[a-z ]+>$/.test(word)) return word;
  const quoted = shellWord(word, shell);
  return quoted !== undefined && printable(quoted) === quoted ? quoted : '<the same text>';
}

/**
 * Adds examples to the help of a command. `lines` has what each does, and its words behind the program’s
 * name. A wrong use shows the first.
 */
export function examples(
  command: Command,
  io: CliIo,
  lines: Readonly<Record<string, readonly string[]>>,
): void {
  const [first] = Object.values(lines);
  command.exitOverride((error) => {
    // Commander's own `showHelpAfterError` wants the line before, which looks for the program in each folder of PATH.
    const isWrongUse = error.exitCode !== 0 && error.code !== 'commander.help';
    if (isWrongUse && first !== undefined) io.err(`For example: ${cliLine(first, io)}`);
    throw error;
  });
  command.addHelpText('after', () =>
    [
      '',
      'Examples:',
      ...Object.entries(lines).flatMap(([does, args]) => [`  ${does}:`, `    ${cliLine(args, io)}`]),
    ].join('\n'),
  );
}

/** Makes the parser of an option that takes a whole number. */
export function parseNumber(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,7}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It is a number from ${least} to ${most}.`);
  };
}
