/**
 * The one decision which running service is meant. Everybody who asks a service goes by it: the commands, MCP on standard
 * input, `connect`, the doctor and the app. Pure.
 */
import { type AwayService, isAway } from '../contract/service/away-registry.ts';
import type { AskedServers, FoundServer } from './discovery-files.ts';

export interface ServiceChoice {
  /** The best of the services that answer. */
  readonly meant: FoundServer | undefined;
  /** `meant`, if it can be asked: its registry is there, and it wants no token that nobody has. */
  readonly usable: FoundServer | undefined;
  /** `meant`, if it has lost its registry. */
  readonly away: AwayService | undefined;
  /** The best of the services that don't answer; undefined if one can be asked. */
  readonly hung: FoundServer | undefined;
  /** The other services that answer, the next best first. */
  readonly others: readonly FoundServer[];
}

export interface ChoosingOptions {
  /** Absolute path of the only registry that will do; default: any. */
  readonly registry?: string | undefined;
  /** Whether the asker has a token. Default: false. */
  readonly hasToken?: boolean;
}

/** First a service that can be asked, then one that lost its registry; first the app's, then the one started last. */
export function chooseService(
  { answering, silent = [] }: Pick<AskedServers, 'answering'> & Partial<AskedServers>,
  { registry, hasToken = false }: ChoosingOptions = {},
): ServiceChoice {
  const sort = (servers: readonly FoundServer[]) =>
    servers.toSorted(
      (a, b) =>
        readiness(b, hasToken) - readiness(a, hasToken) ||
        Number(b.file.app === 'tray') - Number(a.file.app === 'tray') ||
        Date.parse(b.file.startedAt) - Date.parse(a.file.startedAt) ||
        a.file.pid - b.file.pid,
    );
  const serves = ({ file }: FoundServer) => registry === undefined || file.registry === registry;
  const sorted = sort(answering);
  const meant = sorted.find(serves);
  const usable = meant !== undefined && readiness(meant, hasToken) === 2 ? meant : undefined;
  return {
    meant,
    usable,
    away: meant !== undefined && isAway(meant) ? meant : undefined,
    hung: usable === undefined ? sort(silent).find(serves) : undefined,
    others: sorted.filter((server) => server !== meant),
  };
}

function readiness({ status }: FoundServer, hasToken: boolean): 0 | 1 | 2 {
  if (status === undefined) return hasToken ? 2 : 0;
  return status.registry.available ? 2 : 1;
}

/** Says which of several services is asked; undefined if one runs. */
export function severalRun({ meant, others }: Pick<ServiceChoice, 'meant' | 'others'>): string | undefined {
  if (meant === undefined || others.length === 0) return undefined;
  const name = ({ file: { url, registry } }: FoundServer) => `${url} (${registry})`;
  return `${others.length + 1} services run. Commands and clients ask ${name(meant)}, ${whyMeant(meant, others)}, not ${others.map(name).join(', ')}.`;
}

function whyMeant(meant: FoundServer, others: readonly FoundServer[]): string {
  const ready = readiness(meant, false);
  if (others.some((other) => readiness(other, false) === ready && other.file.app === meant.file.app))
    return 'which was started last';
  return meant.file.app === 'tray'
    ? 'the app’s'
    : 'which can be used without a token and serves its registry';
}
