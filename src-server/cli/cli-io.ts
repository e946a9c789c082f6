import { leaveWithoutWaiting } from '../leave-without-waiting.ts';
import { EXIT_CODES, type ExitCode } from './exit-codes.ts';
import { asciiSigns, hasUtf8 } from './text/terminal-text.ts';

/** What a command touches of the process it runs in, so that tests can run it in theirs. */
export interface CliIo {
  /** Results; a line break is added. */
  readonly out: (text: string) => void;
  /** Logs, progress and complaints; a line break is added. */
  readonly err: (text: string) => void;
  /** Whether `out` is a terminal that shows colours. */
  readonly colours: boolean;
  /** Columns of the terminal that `out` is; undefined where it is none, so that nothing is cut to fit. */
  readonly columns: number | undefined;
  /** Whether the input is a terminal, where nobody writes what a program would. */
  readonly isTyped: boolean;
  /** Asks the one at the terminal; undefined where nobody is there to answer, rejected where the question is left. */
  readonly ask: (question: string) => Promise<string | undefined>;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Code that the process ends with once nothing keeps it running. */
  readonly setExitCode: (code: ExitCode) => void;
  /** Resolves when the user or the system asks the process to end (Ctrl+C, SIGTERM). */
  readonly untilStopped: () => Promise<void>;
  /**
   * Ends the process after so many milliseconds if it runs still then, by a signal, whatever hangs; what is returned calls that
   * off.
   */
  readonly endBy: (ms: number) => () => void;
}

export interface CliErrorOptions extends ErrorOptions {
  /** Lines below the message, for where there is more than one to type; default: none. */
  readonly below?: readonly string[];
}

/** A failure that ends a command with a line and a code. */
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

/** The real process. */
export function processIo(): CliIo {
  // Whoever reads us (`| head`) may have seen enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  const isPlain = !hasUtf8(process.env, process.platform);
  // What goes into a file or another program stays as it is.
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

/** Where is asked, and where the answer comes from. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/**
 * One line from whoever sits at the terminal; undefined where the input is none.
 *
 * @throws {CliError} `failed` where the question is left (Ctrl+C, Ctrl+D): no answer agrees to nothing, and is no default
 */
export async function askAtTerminal(
  question: string,
  { input, output }: Terminal,
): Promise<string | undefined> {
  if (input.isTTY !== true) return undefined;
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input, output });
  const left = new Promise<undefined>((resolve) => terminal.once('close', () => resolve(undefined)));
  // Newer lines of Node reject the question where it is left, older ones never settle it.
  const answer = await Promise.race([terminal.question(question).catch(() => undefined), left]);
  terminal.close();
  if (answer === undefined) {
    output.write('\n');
    throw new CliError(EXIT_CODES.failed, 'The question was left without an answer, so nothing was done.');
  }
  return answer;
}

/** No registry is there; what to do about it is to begin one. */
export class NothingThere extends CliError {
  /** Where nothing is yet, absolute; undefined where the registry has to be elsewhere. */
  readonly folder: string | undefined;

  constructor(message: string, folder?: string) {
    super(EXIT_CODES.noRegistry, message);
    this.folder = folder;
  }
}
