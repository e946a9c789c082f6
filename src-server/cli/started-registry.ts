import type { StartedSources } from '../contract/discovery.ts';
import { silentLogger } from '../contract/logger.ts';
import type { FoundServer } from '../discovery/discovery-files.ts';
import { startedSources as sourcesOf } from '../discovery/service-surroundings.ts';
import { rootOf } from '../service/last-registry.ts';

/**
 * What a client gets that starts the program by itself and names no registry, while no service answers.
 *
 * @param dataFolder of this user's services, absolute
 * @param silent services whose process lives and that don't answer
 */
export function startedSources(dataFolder: string, silent: readonly FoundServer[]): Promise<StartedSources> {
  return sourcesOf(dataFolder, { silent }, (folder) => rootOf(folder, silentLogger));
}
