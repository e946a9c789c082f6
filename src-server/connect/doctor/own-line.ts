/** A line for a terminal that starts the command line with these words, as whoever asks can run it. */
export type OwnLine = (args: readonly string[]) => string;

/** The line as a finding has it: none in the app, where people press buttons and `ownLine` is undefined. */
export function lineOf(ownLine: OwnLine | undefined, ...args: readonly string[]): { readonly line?: string } {
  return ownLine === undefined ? {} : { line: ownLine(args) };
}
