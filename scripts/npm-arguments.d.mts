export function npmArguments(args: readonly string[], env?: NodeJS.ProcessEnv): string[];
export const COMMANDS: readonly string[];
export function refuseCommand(
  args: readonly string[],
  root: string,
  env?: NodeJS.ProcessEnv,
): string | undefined;
