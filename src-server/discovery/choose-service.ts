import { type LayerId, layerIds } from '../contract/service/layer-choice.ts';
import { hasLostRegistry, type LostRegistryService } from '../contract/service/lost-registry.ts';
import type { FoundServer } from './discovery-files.ts';

export interface ServiceChoice {
  /** Best responsive. */
  readonly chosen: FoundServer | undefined;
  /** `chosen` with a readable registry, and the caller's token. */
  readonly usable: FoundServer | undefined;
  /** `chosen` with a lost registry. */
  readonly away: LostRegistryService | undefined;
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
  { answering }: { readonly answering: readonly FoundServer[] },
  { registry, layers, hasToken = false }: ChoosingOptions = {},
): ServiceChoice {
  const readiness = ({ status }: FoundServer): 0 | 1 | 2 => {
    if (status === undefined) return hasToken ? 2 : 0;
    return status.registry.available ? 2 : 1;
  };
  const sorted = answering.toSorted(
    (a, b) =>
      readiness(b) - readiness(a) ||
      Number(b.file.app === 'tray') - Number(a.file.app === 'tray') ||
      Date.parse(b.file.startedAt) - Date.parse(a.file.startedAt) ||
      a.file.pid - b.file.pid,
  );
  const chosen = sorted.find(
    (server) =>
      (registry === undefined || server.file.registry === registry) &&
      (layers === undefined || hasLayers(server, layers)),
  );
  return {
    chosen,
    usable: chosen !== undefined && readiness(chosen) === 2 ? chosen : undefined,
    away: chosen !== undefined && hasLostRegistry(chosen) ? chosen : undefined,
    others: sorted.filter((server) => server !== chosen),
  };
}

/** Token-protected services have a single known layer. */
function hasLayers({ status }: FoundServer, layers: readonly LayerId[]): boolean {
  const served = status && layerIds(status);
  return served === undefined ? layers.length === 1 : served.join('\0') === layers.join('\0');
}

/** Undefined with a single service. */
export function severalRun({ chosen, others }: Pick<ServiceChoice, 'chosen' | 'others'>): string | undefined {
  if (chosen === undefined || others.length === 0) return undefined;
  const name = ({ file: { url, registry } }: FoundServer) => `${url} (${registry})`;
  return `${others.length + 1} services run. Commands and clients ask ${name(chosen)}, not ${others.map(name).join(', ')}.`;
}
