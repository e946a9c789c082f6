import type { DiscoveryFile } from '../contract/service/discovery.ts';
import type { Logger } from '../contract/service/logger.ts';
import { writeDiscoveryFile } from '../discovery/find-services.ts';
import { rememberRegistry } from '../discovery/kept-files.ts';
import { version } from '../version.ts';

/** A shorter `serve` leaves no choice behind. */
const TRIAL_MS = 60_000;

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
  const remember = () =>
    rememberRegistry(dataFolder, facts.registry).catch(warn('The registry could not be remembered.'));
  if (isChosen && app === 'tray') await remember();
  const trial = isChosen && app !== 'tray' ? setTimeout(remember, TRIAL_MS).unref() : undefined;
  return {
    move(root) {
      writing = writing.then(() => write(root)).catch(unfindable);
    },
    withdraw() {
      isWithdrawn = true;
      clearTimeout(trial);
      remove();
      return writing;
    },
  };
}
