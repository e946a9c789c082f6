/** What people are told of a service whose registry is away, in the same words wherever it is met. Pure. */

import type { Status } from '../api/api.ts';
import { type Advice, adviceLine } from './advice-line.ts';
import type { DiscoveryFile } from './discovery.ts';

/** A service that answers while its registry is away, and what that says of itself. */
export interface AwayService {
  readonly file: DiscoveryFile;
  readonly status: Pick<Status, 'registry'>;
}

/** What is said of it beside its address. */
export const AWAY_STATE = 'runs without its registry';

/** Of a service that answers, whether its registry is away; one that asks for a token doesn't tell. */
export function isAway<T extends { readonly status?: Pick<Status, 'registry'> }>(
  service: T,
): service is T & { readonly status: Pick<Status, 'registry'> } {
  return service.status?.registry.available === false;
}

/**
 * What is so, as the service says it, and what to do.
 *
 * @param ownLine what starts our command line with these words; undefined where people have none
 */
export function awayRegistry(
  { file: { app, url, port }, status: { registry } }: AwayService,
  ownLine: ((args: readonly string[]) => string) | undefined,
): Advice {
  const title = `The service at ${url} ${AWAY_STATE}. ${awayReason(registry)}`;
  if (app === 'tray') return { title, fix: 'Bring it back, or open another one in the app.' };
  const line = ownLine?.(['stop', '--port', String(port)]);
  const fix = 'Bring it back, or stop the service and serve another one.';
  return line === undefined ? { title, fix } : { title, fix, line };
}

/** Why the registry of a service can't be served, a sentence. */
export function awayReason({ path, reason }: Status['registry']): string {
  return reason ?? `The registry ${path} can't be read now.`;
}

/** The same as `awayRegistry` in one line. */
export function awayLine(service: AwayService, ownLine: (args: readonly string[]) => string): string {
  return adviceLine(awayRegistry(service, ownLine));
}

/**
 * What to do about a remembered registry that is gone.
 *
 * @param ownLine what starts our command line with these words; undefined where people have none
 */
export function goneAdvice(
  folder: string,
  ownLine: ((args: readonly string[]) => string) | undefined,
): Advice {
  const title = `The remembered registry ${folder} is gone, or can’t be read.`;
  if (ownLine === undefined) return { title, fix: 'Bring it back, or open another one on Home.' };
  return { title, fix: 'Bring it back, or serve another one.', line: ownLine(['serve', '-r', '<folder>']) };
}

/** As `goneAdvice`, in one line. */
export function goneLine(folder: string, ownLine: (args: readonly string[]) => string): string {
  return adviceLine(goneAdvice(folder, ownLine));
}
