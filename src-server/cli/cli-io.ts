import { leaveWithoutWaiting } from '../leave-without-waiting.ts';
import { EXIT_CODES, type ExitCode } from './exit-codes.ts';
import { asciiSigns, hasUtf8 } from './text/terminal-text.ts';

/** Process interface of the commands, replaced in tests. */
export interface CliIo {
  /** Writes a result line. */
  readonly out: (text: string) => void;
  /** Writes a line of logs, progress or errors. */
  readonly err: (text: string) => void;
  /** Whether `out` is a color terminal. */
  readonly colours: boolean;
  /** Width of the terminal; undefined for files and pipes, whose text is never truncated. */
  readonly columns: number | undefined;
  /** Whether standard input is a terminal. */
  readonly isTyped: boolean;
  /** Asks the user; undefined without a terminal, rejects if the user cancels. */
  readonly ask: (question: string) => Promise<string | undefined>;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Sets the exit code for the natural end of the process. */
  readonly setExitCode: (code: ExitCode) => void;
  /** Resolves on SIGINT or SIGTERM. */
  readonly untilStopped: () => Promise<void>;
  /** Ends the process by force after `ms`, even if something hangs. The returned function cancels. */
  readonly endBy: (ms: number) => () => void;
}

export interface CliErrorOptions extends ErrorOptions {
  /** Lines below the message, such as commands to type; default: none. */
  readonly below?: readonly string[];
}

/** Failure with message and exit code. */
export class CliError extends Error {
  readonly exitCode: ExitCode;
  readonly below: readonly string[];

  constructor(exitCode: ExitCode, message: string, { below = [], ...options }: CliErrorOptions = {}) {
    super(message, options);
    this.name = 'CliError';
    this.exitCode = exitCode;
    this.below = below;
  }
}

export function processIo(): CliIo {
  // The reader (`| head`) may close the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  const isPlain = !hasUtf8(process.env, process.platform);
  // Only terminals without UTF-8 get ASCII; files and pipes always get UTF-8.
  const writer = (stream: NodeJS.WriteStream) => (text: string) =>
    void stream.write(`${isPlain && stream.isTTY ? asciiSigns(text) : text}\n`);
  return {
    out: writer(process.stdout),
    err: writer(process.stderr),
    colours: process.stdout.isTTY === true && process.stdout.hasColors(),
    columns: process.stdout.isTTY ? process.stdout.columns : undefined,
    isTyped: process.stdin.isTTY === true,
    ask: (question) => askAtTerminal(question, { input: process.stdin, output: process.stderr }),
    env: process.env,
    cwd: process.cwd(),
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

export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/**
 * Reads one line from the terminal; undefined if the input is no terminal.
 *
 * @throws {CliError} `failed` if the user cancels (Ctrl+C, Ctrl+D): cancelling is not an answer
 */
export async function askAtTerminal(
  question: string,
  { input, output }: Terminal,
): Promise<string | undefined> {
  if (input.isTTY !== true) return undefined;
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input, output });
  const left = new Promise<undefined>((resolve) => terminal.once('close', () => resolve(undefined)));
  // On cancel, newer Node versions reject the question, older versions never settle it.
  const answer = await Promise.race([terminal.question(question).catch(() => undefined), left]);
  terminal.close();
  if (answer === undefined) {
    output.write('\n');
    throw new CliError(EXIT_CODES.failed, 'The question was left without an answer, so nothing was done.');
  }
  return answer;
}

/** Missing registry; the advice is to create one. */
export class NothingThere extends CliError {
  /** Absolute path for the new registry; undefined if it must be elsewhere. */
  readonly folder: string | undefined;

  constructor(message: string, folder?: string) {
    super(EXIT_CODES.noRegistry, message);
    this.folder = folder;
  }
}
