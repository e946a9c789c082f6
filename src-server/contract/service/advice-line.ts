/** What is so and what to do about it as one text, and lines to type in it. Pure. */

/** A line to type, and the sentences that lead to it. */
export interface Advice {
  /** What is so. */
  readonly title: string;
  /** What to do about it. */
  readonly fix?: string;
  /** The line that does it, for a terminal. */
  readonly line?: string;
}

/** One line of text. What is to be typed comes last, and no sign behind it: people take the line as it stands. */
export function adviceLine({ title, fix, line }: Advice): string {
  const sentences = fix === undefined ? title : `${title} ${fix}`;
  return line === undefined ? sentences : `${sentences.replace(/\.$/, '')}: ${line}`;
}

/**
 * The line that ends a process.
 *
 * @param isHung whether it would hear no signal that it can handle
 */
export function killLine(pid: number, platform: NodeJS.Platform, isHung: boolean): string {
  if (platform === 'win32') return `taskkill /F /PID ${pid}`;
  return isHung ? `kill -9 ${pid}` : `kill ${pid}`;
}
