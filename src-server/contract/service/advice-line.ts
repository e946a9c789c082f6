export interface Advice {
  readonly title: string;
  readonly fix?: string;
  readonly line?: string;
}

/** People copy the line: last, without full stop. */
export function adviceLine({ title, fix, line }: Advice): string {
  const sentences = fix === undefined ? title : `${title} ${fix}`;
  return line === undefined ? sentences : `${sentences.replace(/\.$/, '')}: ${line}`;
}

/** @param isHung sends SIGKILL: other signals are ignored */
export function killLine(pid: number, platform: NodeJS.Platform, isHung: boolean): string {
  if (platform === 'win32') return `taskkill /F /PID ${pid}`;
  return isHung ? `kill -9 ${pid}` : `kill ${pid}`;
}
