/** What runs here, as those who tell people what is wrong are told it: the doctor of the command line, and the window's. */
import { type AwayService, isAway } from '../contract/away-registry.ts';
import type { DiscoveryFile, ServiceProbe, SeveralServices, StartedSources } from '../contract/discovery.ts';
import { chooseService, severalRun } from './choose-service.ts';
import { type AskedServers, lastServed } from './discovery-files.ts';
import { type ProbeOptions, probeService } from './probe-service.ts';

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
  const choice = chooseService(answering);
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
 * What a client gets that starts the program by itself and names no registry, while no service answers; as `mcp` chooses it.
 *
 * @param dataFolder of this user's services, absolute
 * @param heard the services whose process lives and that don't answer
 * @param look the root of the registry that a folder means; undefined where it means none now
 */
export async function startedSources(
  dataFolder: string,
  { silent }: Pick<AskedServers, 'silent'>,
  look: (folder: string) => Promise<string | undefined>,
): Promise<StartedSources> {
  const { meant } = chooseService(silent);
  const last = await lastServed(dataFolder);
  const [hung, served] = await Promise.all(
    [meant?.file.registry, last].map((folder) => folder && look(folder)),
  );
  return { hung, served, last };
}
