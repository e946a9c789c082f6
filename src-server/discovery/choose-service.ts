import { type LayerId, layerIds } from '../contract/service/layer-choice.ts';
import { hasLostRegistry, type LostRegistryService } from '../contract/service/lost-registry.ts';
import type { AskedServers, FoundServer } from './discovery-files.ts';

export interface ServiceChoice {
  /** Best responsive. */
  readonly chosen: FoundServer | undefined;
  /** `chosen` with a readable registry, and the caller's token. */
  readonly usable: FoundServer | undefined;
  /** `chosen` with a lost registry. */
  readonly away: LostRegistryService | undefined;
  /** Best unresponsive, without a usable service. */
  readonly hung: FoundServer | undefined;
  /** Responsive, best first. */
  readonly others: readonly FoundServer[];
}

export interface ChoosingOptions {
  /** Absolute. Default: any. */
  readonly registry?: string | undefined;
  /** Exactly. Default: any. */
  readonly layers?: readonly LayerId[] | undefined;
  /** Default: false. */
  readonly hasToken?: boolean;
}

/** Usable first, then without registry; the app's first, then the latest start. */
export function chooseService(
  { answering, silent = [] }: Pick<AskedServers, 'answering'> & Partial<AskedServers>,
  { registry, layers, hasToken = false }: ChoosingOptions = {},
): ServiceChoice {
  const sort = (servers: readonly FoundServer[]) =>
    servers.toSorted(
      (a, b) =>
        readiness(b, hasToken) - readiness(a, hasToken) ||
        Number(b.file.app === 'tray') - Number(a.file.app === 'tray') ||
        Date.parse(b.file.startedAt) - Date.parse(a.file.startedAt) ||
        a.file.pid - b.file.pid,
    );
  const serves = (server: FoundServer) =>
    (registry === undefined || server.file.registry === registry) &&
    (layers === undefined || hasLayers(server, layers));
  const sorted = sort(answering);
  const chosen = sorted.find(serves);
  const usable = chosen !== undefined && readiness(chosen, hasToken) === 2 ? chosen : undefined;
  return {
    chosen,
    usable,
    away: chosen !== undefined && hasLostRegistry(chosen) ? chosen : undefined,
    hung: usable === undefined ? sort(silent).find(serves) : undefined,
    others: sorted.filter((server) => server !== chosen),
  };
}

/** Older or token-protected services have a single known layer. */
function hasLayers({ status }: FoundServer, layers: readonly LayerId[]): boolean {
  const served = status && layerIds(status);
  return served === undefined
    ? layers.length === 1
    : served.length === layers.length && served.every((id, place) => id === layers[place]);
}

function readiness({ status }: FoundServer, hasToken: boolean): 0 | 1 | 2 {
  if (status === undefined) return hasToken ? 2 : 0;
  return status.registry.available ? 2 : 1;
}

/** Undefined with a single service. */
export function severalRun({ chosen, others }: Pick<ServiceChoice, 'chosen' | 'others'>): string | undefined {
  if (chosen === undefined || others.length === 0) return undefined;
  const name = ({ file: { url, registry } }: FoundServer) => `${url} (${registry})`;
  return `${others.length + 1} services run. Commands and clients ask ${name(chosen)}, ${whyChosen(chosen, others)}, not ${others.map(name).join(', ')}.`;
}

function whyChosen(chosen: FoundServer, others: readonly FoundServer[]): string {
  const ready = readiness(chosen, false);
  if (others.some((other) => readiness(other, false) === ready && other.file.app === chosen.file.app))
    return 'which was started last';
  return chosen.file.app === 'tray'
    ? 'the app’s'
    : 'which can be used without a token and serves its registry';
}
