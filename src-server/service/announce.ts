import type { DiscoveryFile } from '../contract/service/discovery.ts';
import type { Logger } from '../contract/service/logger.ts';
import { writeDiscoveryFile } from '../discovery/discovery-files.ts';
import { rememberServed } from '../discovery/remembered-registry.ts';
import { version } from '../version.ts';

type AnnouncedFacts = Omit<DiscoveryFile, 'schema' | 'pid' | 'version' | 'mcpUrl' | 'startedAt'> & {
  readonly startedAt: Date;
};

interface AnnounceOptions {
  readonly secret: string;
  /** By the user, so remembered. */
  readonly isChosen: boolean;
  readonly logger: Logger;
}

interface Announcement {
  move(registry: string): void;
  /** Resolves when nothing is written any more. */
  withdraw(): Promise<unknown>;
}

/** Writes the discovery file. A failure doesn't prevent serving. */
export async function announce(
  dataFolder: string,
  { startedAt, ...facts }: AnnouncedFacts,
  { secret, isChosen, logger }: AnnounceOptions,
): Promise<Announcement> {
  const { instanceId, app, host, port, url } = facts;
  let registry: string | undefined;
  let remove = () => {};
  let isWithdrawn = false;
  const write = async (root: string): Promise<boolean> => {
    if (root === registry) return true;
    registry = root;
    const file: DiscoveryFile = {
      schema: 1,
      pid: process.pid,
      ...{ instanceId, app, version, host, port, url },
      mcpUrl: `${url}/mcp`,
      registry: root,
      startedAt: startedAt.toISOString(),
    };
    try {
      remove = await writeDiscoveryFile(dataFolder, file, secret);
      if (isWithdrawn) remove();
      return true;
    } catch (error) {
      logger.warn(
        'The discovery file could not be written; other programs will not find this service by themselves.',
        { error: String(error) },
      );
      return false;
    }
  };
  const isWritten = await write(facts.registry);
  const stopWaiting =
    isWritten && isChosen
      ? rememberServed(dataFolder, { app, registry: facts.registry }, (error) =>
          logger.warn('The registry could not be remembered.', { error: String(error) }),
        )
      : () => {};
  let writing: Promise<unknown> = Promise.resolve();
  return {
    move(root) {
      writing = writing.then(() => (isWithdrawn ? undefined : write(root)));
    },
    withdraw() {
      isWithdrawn = true;
      stopWaiting();
      remove();
      return writing;
    },
  };
}
