/** Arguments are literal, without quotes. */
export interface CMakeCall {
  /** Lower case. */
  readonly command: string;
  readonly args: readonly string[];
}

/** Quoted argument (may contain `#`) or comment. Unterminated ones extend to the end. */
const QUOTED_OR_COMMENT = /("(?:[^"\\]|\\[\s\S]?)*(?:"|$))|#\[(=*)\[[\s\S]*?(?:\]\2\]|$)|#[^\n]*/g;
const CALL = /\b(find_package|FetchContent_Declare|CPMAddPackage|CPMFindPackage)\s*\(([^()]*)\)/gi;

/** Calls that fetch or find a package. Skips calls with nested parentheses, which are not literal. */
export function cmakeCalls(text: string): readonly CMakeCall[] {
  const code = text.replace(QUOTED_OR_COMMENT, (_, quoted: string | undefined) => quoted ?? ' ');
  return [...code.matchAll(CALL)].map(([, command = '', args = '']) => ({
    command: command.toLowerCase(),
    args: [...args.matchAll(/"([^"]*)"|[^\s";]+/g)].map(([word, quoted]) => quoted ?? word),
  }));
}

/** Example: the argument after `GIT_TAG`. */
export function argumentAfter(args: readonly string[], keyword: string): string | undefined {
  const index = args.indexOf(keyword);
  return index < 0 ? undefined : args[index + 1];
}
