/** What people are told of a service that hangs, in the same words wherever it is met. Pure. */
import type { DiscoveryFile } from './discovery.ts';

export interface SilentService {
  /** What is so. */
  readonly title: string;
  /** What to do about it. */
  readonly fix: string;
  /** The line that does it, for a terminal. */
  readonly line: string;
}

/** A service whose process lives and that doesn't answer, whatever asked it. It would hear no signal that it can handle. */
export function silentService(
  { url, pid, registry }: DiscoveryFile,
  platform: NodeJS.Platform,
): SilentService {
  return {
    title: `The service at ${url}, which serves ${registry}, does not answer: it hangs, or another program has its process number now.`,
    fix: `End process ${pid}, if it is skills-registry still.`,
    line: platform === 'win32' ? `taskkill /F /PID ${pid}` : `kill -9 ${pid}`,
  };
}

/** The same in one line. */
export function silentLine(file: DiscoveryFile, platform: NodeJS.Platform): string {
  const { title, fix, line } = silentService(file, platform);
  return `${title} ${fix.replace(/\.$/, '')}: ${line}`;
}
