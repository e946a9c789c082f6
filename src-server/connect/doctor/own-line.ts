/** Formats arguments as a terminal line for our command line. */
export type OwnLine = (args: readonly string[]) => string;

/** No line in the app, where `ownLine` is undefined. */
export function lineOf(ownLine: OwnLine | undefined, ...args: readonly string[]): { readonly line?: string } {
  return ownLine === undefined ? {} : { line: ownLine(args) };
}
