import type { CliIo } from '../../src-server/cli/cli-io.ts';
import { runCli } from '../../src-server/cli/run-cli.ts';

export interface CliRun {
  readonly out: string;
  readonly err: string;
  readonly code: number;
}

/** What a test may say of the terminal and the user; the rest is as in a pipe. */
export type Surroundings = Partial<Pick<CliIo, 'columns' | 'ask' | 'env'>>;

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

/** What a command prints goes nowhere, nobody is there to be asked, and nobody stops it. */
export function silentIo(cwd = process.cwd()): CliIo {
  return {
    out: () => {},
    err: () => {},
    colours: false,
    columns: undefined,
    ask: async () => undefined,
    env: {},
    cwd,
    setExitCode: () => {},
    untilStopped: () => new Promise(() => {}),
  };
}
