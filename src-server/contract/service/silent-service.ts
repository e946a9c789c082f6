import { type Advice, adviceLine, killLine } from './advice-line.ts';
import type { DiscoveryFile } from './discovery.ts';

export const SILENT_WHY = 'hangs, or another program has its process number now.';

/** Unresponsive: would ignore signals with handlers. */
export function silentService({ url, pid, registry }: DiscoveryFile, platform: NodeJS.Platform): Advice {
  return {
    title: `The service at ${url}, which serves ${registry}, does not answer: it ${SILENT_WHY}`,
    fix: `End process ${pid}, if it is skills-registry still.`,
    line: killLine(pid, platform, true),
  };
}

export function silentLine(file: DiscoveryFile, platform: NodeJS.Platform): string {
  return adviceLine(silentService(file, platform));
}
