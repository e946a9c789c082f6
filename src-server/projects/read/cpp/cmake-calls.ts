/** Arguments have no quotes. */
export interface CMakeCall {
  /** Lower case. */
  readonly command: string;
  readonly args: readonly string[];
}

/** A quoted argument may contain `#`. Unterminated matches extend to the end. */
const QUOTED_OR_COMMENT = /("(?:[^"\\]|\\[\s\S]?)*(?:"|$))|#\[(=*)\[[\s\S]*?(?:\]\2\]|$)|#[^\n]*/g;
const CALL = /\b(find_package|FetchContent_Declare|CPMAddPackage|CPMFindPackage)\s*\(([^()]*)\)/gi;

/** Skips calls with nested parentheses, which are not literal. */
export function cmakeCalls(text: string): readonly CMakeCall[] {
  const code = text.replace(QUOTED_OR_COMMENT, (_, quoted: string | undefined) => quoted ?? ' ');
  return [...code.matchAll(CALL)].map(([, command = '', args = '']) => ({
    command: command.toLowerCase(),
    args: [...args.matchAll(/"([^"]*)"|[^\s";]+/g)].map(([word, quoted]) => quoted ?? word),
  }));
}

export function argumentAfter(args: readonly string[], keyword: string): string | undefined {
  const index = args.indexOf(keyword);
  return index < 0 ? undefined : args[index + 1];
}
