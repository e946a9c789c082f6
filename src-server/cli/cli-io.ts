import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { leaveWithoutWaiting, packageRoot } from '../built-files.ts';
import { COMMAND_NAME, type Shell, shellWord } from '../contract/clients/clients.ts';
import { printable } from '../contract/outside-text.ts';
import { workingFolder } from '../platform/files.ts';

/** Documented in the README. */
export const EXIT_CODES = {
  ok: 0,
  /** Problems found, or unspecific failure. */
  failed: 1,
  /** Wrong options. */
  usage: 2,
  /** Or address unavailable. */
  port: 3,
  noRegistry: 4,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** Replaced in tests. */
export interface CliIo {
  readonly out: (text: string) => void;
  /** Logs, progress and errors. */
  readonly err: (text: string) => void;
  readonly colours: boolean;
  /** Undefined for files and pipes: text is never truncated. */
  readonly columns: number | undefined;
  readonly isTyped: boolean;
  /** Undefined without terminal; rejects if the user cancels. */
  readonly ask: (question: string) => Promise<string | undefined>;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly setExitCode: (code: ExitCode) => void;
  /** On SIGINT or SIGTERM. */
  readonly untilStopped: () => Promise<void>;
  /** Ends the process by force. The result cancels. */
  readonly endBy: (ms: number) => () => void;
}

export class CliError extends Error {
  readonly exitCode: ExitCode;
  /** Commands to type, for example. */
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
    return (text: string) => void stream.write(`${text}\n`);
  };
  return {
    out: writer(process.stdout),
    err: writer(process.stderr),
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

/** One line; undefined without terminal. Throws `CliError` on Ctrl+C or Ctrl+D: no answer. */
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

/** Undefined without terminal. */
export async function agrees(question: string, io: CliIo): Promise<boolean | undefined> {
  const answer = await io.ask(`${question} [y/N] `);
  return answer === undefined ? undefined : /^y(?:es)?$/i.test(answer.trim());
}

/** @param nothing `Nothing was removed` */
export function refuseUnasked(answer: false | undefined, nothing: string): never {
  if (answer === false) throw new CliError(EXIT_CODES.failed, `${nothing}.`);
  throw new CliError(EXIT_CODES.usage, `${nothing}: there is nobody to ask. --yes does it without asking.`);
}

export interface OwnCommandFacts {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Of the package. */
  readonly root: string;
  /** The program of Node that runs this command. */
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
        (folder) => isAbsolute(folder) && !/[\\/](?:node_modules[\\/]\.bin|node-gyp-bin)[\\/]?$/.test(folder),
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
  return lineWords(ownCommand(args, { env, platform, root: packageRoot(), node, isThere: existsSync }));
}

/** As in `cliLine`, without the program. */
export function lineWords(words: readonly string[]): string {
  const shell = process.platform === 'win32' ? 'windows' : 'sh';
  return printable(words.map((word) => lineWord(word, shell)).join(' '));
}

/** Copied text must equal shown text. */
function lineWord(word: string, shell: Shell): string {
  if (/^<[a-z ]+>$/.test(word)) return word;
  const quoted = shellWord(word, shell);
  return quoted !== undefined && printable(quoted) === quoted ? quoted : '<the same text>';
}

/** In the help of a command: what each line does, and its words behind the program's name. */
export function examples(
  command: Command,
  io: CliIo,
  lines: Readonly<Record<string, readonly string[]>>,
): void {
  command.addHelpText('after', () =>
    [
      '',
      'Examples:',
      ...Object.entries(lines).flatMap(([does, args]) => [`  ${does}:`, `    ${cliLine(args, io)}`]),
    ].join('\n'),
  );
}

/** For options that take a whole number. */
export function parseNumber(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,7}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It is a number from ${least} to ${most}.`);
  };
}
