import type {
  DiscoveryFile,
  OfflineRegistry,
  ServiceProbe,
  SeveralServices,
} from '../contract/service/discovery.ts';
import { hasLostRegistry, type LostRegistryService } from '../contract/service/lost-registry.ts';
import { chooseService, type ServiceChoice, severalRun } from './choose-service.ts';
import type { AskedServers } from './discovery-files.ts';
import { type ProbeOptions, probeService } from './fetch-status.ts';
import { rememberedRegistry } from './remembered-registry.ts';

export interface ServiceSurroundings {
  /** Running without a response. */
  readonly silent: readonly DiscoveryFile[];
  /** Lost their registry. */
  readonly away: readonly LostRegistryService[];
  /** Undefined for fewer. */
  readonly several: SeveralServices | undefined;
  /** For services without a response so far. */
  readonly probe: (baseUrl: string) => Promise<ServiceProbe>;
}

export function serviceSurroundings(
  { answering, silent }: AskedServers,
  asking: ProbeOptions = {},
): ServiceSurroundings {
  const choice = chooseService({ answering });
  const says = severalRun(choice);
  return {
    silent: silent.map(({ file }) => file),
    away: answering.filter(hasLostRegistry),
    several: says === undefined ? undefined : { says, others: choice.others.map(({ file }) => file) },
    probe: async (baseUrl) =>
      answering.some(({ file }) => file.url === baseUrl) ? 'ours' : probeService(baseUrl, asking),
  };
}

/**
 * Without a named registry and a responsive service: the hung service's, then the remembered. If undefined,
 * callers use the working directory's or the sample.
 *
 * @param dataFolder absolute
 * @param look returns the registry's root, if any
 */
export async function offlineRegistry(
  dataFolder: string,
  { hung }: Pick<ServiceChoice, 'hung'>,
  look: (folder: string) => Promise<string | undefined>,
): Promise<OfflineRegistry | undefined> {
  // The file may be left by a killed service, and its process number reused.
  const served = hung && (await look(hung.file.registry));
  if (served !== undefined) return { from: 'hung', folder: served };
  const remembered = await rememberedRegistry(dataFolder);
  if (remembered === undefined) return undefined;
  const folder = await look(remembered);
  return folder === undefined
    ? { from: 'remembered', folder: remembered, isGone: true }
    : { from: 'remembered', folder };
}
