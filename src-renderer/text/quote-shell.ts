/** A text as one word of a POSIX shell's command line: nothing in it is run, expanded or split. */
export function quoteShell(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
