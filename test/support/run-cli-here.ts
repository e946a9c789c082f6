import type { CliIo } from '../../src-server/cli/cli-io.ts';
import { runCli } from '../../src-server/cli/run-cli.ts';
import type { CliSurroundings } from './built-cli.ts';

export interface CliRun {
  readonly out: string;
  readonly err: string;
  readonly code: number;
}

/** What a test may say of the terminal and the user; the rest is as in a pipe. */
export type Surroundings = Partial<
  Pick<CliIo, 'out' | 'err' | 'columns' | 'isTyped' | 'ask' | 'env' | 'untilStopped' | 'endBy'>
>;

/** Runs the command line in this process, to its end. */
export async function runCliHere(
  args: readonly string[],
  cwd = process.cwd(),
  surroundings: Surroundings = {},
): Promise<CliRun> {
  const [out, err]: [string[], string[]] = [[], []];
  let code = 0;
  await runCli(args, {
    ...silentIo(cwd),
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    setExitCode: (exitCode) => {
      code = exitCode;
    },
    ...surroundings,
  });
  return { out: out.join('\n'), err: err.join('\n'), code };
}

/** Where programs look for the folders of a user. */
const USER_FOLDERS = ['HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'LOCALAPPDATA'] as const;

/**
 * As `runCliProcess`, of commands that end by themselves, without a process of their own: to start one costs more than most
 * commands do.
 */
export async function runCliAs(
  args: readonly string[],
  {
    userFolder,
    cwd = userFolder,
    env = {},
    ...more
  }: Omit<CliSurroundings, 'through'> & Pick<Surroundings, 'ask' | 'untilStopped'>,
): Promise<CliRun> {
  const folders = Object.fromEntries(USER_FOLDERS.map((name) => [name, userFolder]));
  const theirs = { PATH: process.env['PATH'], ...folders, ...env };
  const before = { ...process.env };
  // Where the home is, the process is asked.
  Object.assign(process.env, folders);
  try {
    const { out, err, code } = await runCliHere(args, cwd, { ...more, env: theirs });
    const asLines = (text: string) => (text === '' ? '' : `${text}\n`);
    return { out: asLines(out), err: asLines(err), code };
  } finally {
    for (const name of USER_FOLDERS) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

/** What a command prints goes nowhere, nobody is there to be asked, and nobody stops it. */
export function silentIo(cwd = process.cwd()): CliIo {
  return {
    out: () => {},
    err: () => {},
    colours: false,
    columns: undefined,
    isTyped: false,
    ask: async () => undefined,
    // The temporary home of the tests; without one, the account's own would be used.
    env: { HOME: process.env['HOME'], USERPROFILE: process.env['USERPROFILE'] },
    cwd,
    setExitCode: () => {},
    untilStopped: () => new Promise(() => {}),
    endBy: () => () => {},
  };
}
