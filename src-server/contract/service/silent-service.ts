/** What people are told of a service that hangs, in the same words wherever it is met. Pure. */
import { type Advice, adviceLine, killLine } from './advice-line.ts';
import type { DiscoveryFile } from './discovery.ts';

/** Why it doesn't answer, to stand behind `it`. */
export const SILENT_WHY = 'hangs, or another program has its process number now.';

/** A service whose process lives and that doesn't answer, whatever asked it. It would hear no signal that it can handle. */
export function silentService({ url, pid, registry }: DiscoveryFile, platform: NodeJS.Platform): Advice {
  return {
    title: `The service at ${url}, which serves ${registry}, does not answer: it ${SILENT_WHY}`,
    fix: `End process ${pid}, if it is skills-registry still.`,
    line: killLine(pid, platform, true),
  };
}

/** The same in one line. */
export function silentLine(file: DiscoveryFile, platform: NodeJS.Platform): string {
  return adviceLine(silentService(file, platform));
}
