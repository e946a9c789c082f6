/** Formats arguments as a terminal line for our command line. */
export type CliLine = (args: readonly string[]) => string;

/** No line in the app, where `cliLine` is undefined. */
export function lineOf(cliLine: CliLine | undefined, ...args: readonly string[]): { readonly line?: string } {
  return cliLine === undefined ? {} : { line: cliLine(args) };
}
