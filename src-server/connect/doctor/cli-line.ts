/** Formats a line for a terminal. */
export type CliLine = (args: readonly string[]) => string;

/** Empty without `cliLine`, as in the app. */
export function lineOf(cliLine: CliLine | undefined, ...args: readonly string[]): { readonly line?: string } {
  return cliLine === undefined ? {} : { line: cliLine(args) };
}
