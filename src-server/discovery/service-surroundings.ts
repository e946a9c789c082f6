/** What runs here, as those who tell people what is wrong are told it: the doctor of the command line, and the window's. */
import { type AwayService, isAway } from '../contract/service/away-registry.ts';
import type {
  DiscoveryFile,
  OfflineRegistry,
  ServiceProbe,
  SeveralServices,
} from '../contract/service/discovery.ts';
import { chooseService, type ServiceChoice, severalRun } from './choose-service.ts';
import type { AskedServers } from './discovery-files.ts';
import { type ProbeOptions, probeService } from './fetch-status.ts';
import { rememberedRegistry } from './remembered-registry.ts';

/** What was heard of this user's services. */
export interface ServiceSurroundings {
  /** Services whose process lives and that don't answer. */
  readonly silent: readonly DiscoveryFile[];
  /** Services that answer while their registry is away. */
  readonly away: readonly AwayService[];
  /** Which of several is meant; undefined where one answers at most. */
  readonly several: SeveralServices | undefined;
  /** Who answers at a base URL; a service that was heard is not asked again. */
  readonly probe: (baseUrl: string) => Promise<ServiceProbe>;
}

/** @param asking how those are asked that weren't heard */
export function serviceSurroundings(
  { answering, silent }: AskedServers,
  asking: ProbeOptions = {},
): ServiceSurroundings {
  const choice = chooseService({ answering });
  const says = severalRun(choice);
  return {
    silent: silent.map(({ file }) => file),
    away: answering.filter(isAway),
    several: says === undefined ? undefined : { says, others: choice.others.map(({ file }) => file) },
    probe: async (baseUrl) =>
      answering.some(({ file }) => file.url === baseUrl) ? 'ours' : probeService(baseUrl, asking),
  };
}

/**
 * What answers where no registry is named and no service does: the registry of a service that hangs, else the remembered
 * one. Undefined where neither is known; then it is the registry that one stands in, else the sample.
 *
 * @param dataFolder of this user's services, absolute
 * @param look the root of the registry that a folder means; undefined where it means none now
 */
export async function offlineRegistry(
  dataFolder: string,
  { hung }: Pick<ServiceChoice, 'hung'>,
  look: (folder: string) => Promise<string | undefined>,
): Promise<OfflineRegistry | undefined> {
  // Of a service that was killed, the file may be left, and another process may have its number.
  const served = hung && (await look(hung.file.registry));
  if (served !== undefined) return { from: 'hung', folder: served };
  const remembered = await rememberedRegistry(dataFolder);
  if (remembered === undefined) return undefined;
  const folder = await look(remembered);
  return folder === undefined
    ? { from: 'remembered', folder: remembered, isGone: true }
    : { from: 'remembered', folder };
}
