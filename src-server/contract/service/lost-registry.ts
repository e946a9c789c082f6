import type { Status } from '../api/api.ts';
import { type Advice, adviceLine } from './advice-line.ts';
import type { DiscoveryFile } from './discovery.ts';

export interface LostRegistryService {
  readonly file: DiscoveryFile;
  readonly status: Pick<Status, 'registry'>;
}

export const LOST_REGISTRY_STATE = 'serves its registry as it was last read';

/** Its folder can't be read now. False if unknown, as behind a token. */
export function hasLostRegistry<T extends { readonly status?: Pick<Status, 'registry'> }>(
  service: T,
): service is T & { readonly status: Pick<Status, 'registry'> } {
  return service.status?.registry.available === false;
}

export function lostRegistryAdvice(
  { file: { app, url, port }, status: { registry } }: LostRegistryService,
  cliLine: ((args: readonly string[]) => string) | undefined,
): Advice {
  const title = `The service at ${url} ${LOST_REGISTRY_STATE}. ${lostRegistryReason(registry)}`;
  if (app === 'tray') return { title, fix: 'Restore the folder, or open another registry in the app.' };
  const line = cliLine?.(['stop', '--port', String(port)]);
  const fix = 'Restore the folder, or stop the service and serve another registry.';
  return line === undefined ? { title, fix } : { title, fix, line };
}

export function lostRegistryReason({ path, reason }: Status['registry']): string {
  return reason ?? `The registry ${path} can't be read now.`;
}

export function lostRegistryLine(
  service: LostRegistryService,
  cliLine: (args: readonly string[]) => string,
): string {
  return adviceLine(lostRegistryAdvice(service, cliLine));
}

/** For a missing remembered registry. */
export function goneLine(folder: string, cliLine: (args: readonly string[]) => string): string {
  return adviceLine({
    title: `The remembered registry ${folder} is gone, or can’t be read.`,
    fix: 'Restore the folder, or serve another registry.',
    line: cliLine(['serve', '-r', '<folder>']),
  });
}
