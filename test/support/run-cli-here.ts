import { runCli } from '../../src-server/cli/run-cli.ts';

export interface CliRun {
  readonly out: string;
  readonly err: string;
  readonly code: number;
}

/** Runs the command line in this process, to its end. */
export async function runCliHere(args: readonly string[], cwd = process.cwd()): Promise<CliRun> {
  const [out, err]: [string[], string[]] = [[], []];
  let code = 0;
  await runCli(args, {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    colours: false,
    env: {},
    cwd,
    setExitCode: (exitCode) => {
      code = exitCode;
    },
    untilStopped: () => new Promise(() => {}),
  });
  return { out: out.join('\n'), err: err.join('\n'), code };
}
