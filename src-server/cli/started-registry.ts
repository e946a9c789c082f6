import type { StartedSources } from '../connect/doctor/started-findings.ts';
import { silentLogger } from '../contract/logger.ts';
import { chooseService } from '../discovery/choose-service.ts';
import { type FoundServer, lastServed } from '../discovery/discovery-files.ts';
import { lastRegistry, rootOf } from '../service/last-registry.ts';

/**
 * What a client gets that starts the program by itself and names no registry, while no service answers; as `mcp` chooses it.
 *
 * @param dataFolder of this user's services, absolute
 * @param silent services whose process lives and that don't answer
 */
export async function startedSources(
  dataFolder: string,
  silent: readonly FoundServer[],
): Promise<StartedSources> {
  const { meant } = chooseService(silent);
  const [hung, served, last] = await Promise.all([
    meant && rootOf(meant.file.registry, silentLogger),
    lastRegistry(dataFolder, silentLogger),
    lastServed(dataFolder),
  ]);
  return { hung, served, last };
}
