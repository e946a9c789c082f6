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
  const file = {
    ...{ schema: 1 as const, pid: process.pid, version, mcpUrl: `${url}/mcp` },
    ...{ instanceId, app, host, port, url, startedAt: startedAt.toISOString() },
  };
  const warn = (what: string) => (error: unknown) => logger.warn(what, { error: String(error) });
  let registry: string | undefined;
  let remove = () => {};
  let isWithdrawn = false;
  const write = async (root: string) => {
    if (root === registry || isWithdrawn) return;
    registry = root;
    remove = await writeDiscoveryFile(dataFolder, { ...file, registry: root }, secret);
    if (isWithdrawn) remove();
  };
  const unfindable = warn(
    'The discovery file could not be written; other programs will not find this service by themselves.',
  );
  let writing = write(facts.registry).catch(unfindable);
  await writing;
  const stopWaiting = isChosen
    ? rememberServed(dataFolder, facts, warn('The registry could not be remembered.'))
    : () => {};
  return {
    move(root) {
      writing = writing.then(() => write(root)).catch(unfindable);
    },
    withdraw() {
      isWithdrawn = true;
      stopWaiting();
      remove();
      return writing;
    },
  };
}
