export function npmArguments(args: readonly string[], env?: NodeJS.ProcessEnv): string[];
