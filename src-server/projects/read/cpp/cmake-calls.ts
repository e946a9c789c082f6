/** A call of a command, with its arguments as they are written, without quotes. */
export interface CMakeCall {
  /** In small letters. */
  readonly command: string;
  readonly args: readonly string[];
}

/** A quoted argument, which may hold a `#`, or a comment. One without an end goes to the end of the file. */
const QUOTED_OR_COMMENT = /("(?:[^"\\]|\\[\s\S]?)*(?:"|$))|#\[(=*)\[[\s\S]*?(?:\]\2\]|$)|#[^\n]*/g;
const CALL = /\b(find_package|FetchContent_Declare|CPMAddPackage|CPMFindPackage)\s*\(([^()]*)\)/gi;

/** The calls that fetch or find a package. Calls with nested parentheses are not literal and are skipped. */
export function cmakeCalls(text: string): readonly CMakeCall[] {
  const code = text.replace(QUOTED_OR_COMMENT, (_, quoted: string | undefined) => quoted ?? ' ');
  return [...code.matchAll(CALL)].map(([, command = '', args = '']) => ({
    command: command.toLowerCase(),
    args: [...args.matchAll(/"([^"]*)"|[^\s";]+/g)].map(([word, quoted]) => quoted ?? word),
  }));
}

/** `GIT_TAG` → the argument behind it. */
export function argumentAfter(args: readonly string[], keyword: string): string | undefined {
  const index = args.indexOf(keyword);
  return index < 0 ? undefined : args[index + 1];
}
