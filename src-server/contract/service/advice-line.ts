export interface Advice {
  readonly title: string;
  readonly fix?: string;
  /** For a terminal. */
  readonly line?: string;
}

/** The terminal line comes last, without a full stop, since people copy it. */
export function adviceLine({ title, fix, line }: Advice): string {
  const sentences = fix === undefined ? title : `${title} ${fix}`;
  return line === undefined ? sentences : `${sentences.replace(/\.$/, '')}: ${line}`;
}

/** @param isHung sends SIGKILL, since a hung process ignores other signals */
export function killLine(pid: number, platform: NodeJS.Platform, isHung: boolean): string {
  if (platform === 'win32') return `taskkill /F /PID ${pid}`;
  return isHung ? `kill -9 ${pid}` : `kill ${pid}`;
}
