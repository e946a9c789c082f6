import type { Logger } from '../contract/service/logger.ts';
import { openLiveRegistry } from '../registry/live-registry.ts';
import { followOptions } from './follow-options.ts';
import type { FoundRegistry, ReadRegistry, ServerOptions } from './running-server.ts';

interface ReadSingleOptions extends Pick<ServerOptions, 'watch' | 'scanIntervalMs' | 'isReplica'> {
  readonly cacheFolder: string;
  readonly logger: Logger;
}

/** Without layers. */
export function readSingle({ disk, location }: FoundRegistry, options: ReadSingleOptions): ReadRegistry {
  const { cacheFolder, logger } = options;
  const live = openLiveRegistry({ ...followOptions(options, location, cacheFolder), disk, logger });
  return {
    live,
    async close() {
      await live.close();
      await disk.close();
    },
  };
}
