import { leaveWithoutWaiting } from '../leave-without-waiting.ts';
import { workingFolder } from '../platform/user-folders.ts';

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
