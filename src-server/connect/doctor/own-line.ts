/**
 * A line for a terminal that starts the command line with these words, as whoever asks can run it; undefined in the app,
 * where people press buttons.
 */
export type OwnLine = (args: readonly string[]) => string | undefined;

/** The line as a finding has it. */
export function lineOf(ownLine: OwnLine, ...args: readonly string[]): { readonly line?: string } {
  const line = ownLine(args);
  return line === undefined ? {} : { line };
}
