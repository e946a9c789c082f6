import type { StartedSources } from '../connect/doctor/started-findings.ts';
import { silentLogger } from '../contract/logger.ts';
import { chooseService } from '../discovery/choose-service.ts';
import { type FoundServer, lastServed } from '../discovery/discovery-files.ts';
import { rootOf } from '../service/last-registry.ts';

/**
 * What a client gets that starts the program by itself and names no registry, while no service answers; as `mcp` chooses it.
 *
 * @param dataFolder of this user's services, absolute
 * @param silent services whose process lives and that don't answer
 * @param look the root of the registry that a folder means; default: found on its disk
 */
export async function startedSources(
  dataFolder: string,
  silent: readonly FoundServer[],
  look = (folder: string) => rootOf(folder, silentLogger),
): Promise<StartedSources> {
  const { meant } = chooseService(silent);
  const last = await lastServed(dataFolder);
  const [hung, served] = await Promise.all(
    [meant?.file.registry, last].map((folder) => folder && look(folder)),
  );
  return { hung, served, last };
}
