import { programFolder, version } from '../built-files.ts';
import type { DiscoveryFile, Logger } from '../contract/service.ts';
import { writeDiscoveryFile } from '../discovery/find-services.ts';
import { rememberRegistry } from '../discovery/kept-files.ts';

/** A shorter `serve` leaves no choice behind. */
const TRIAL_MS = 60_000;

interface AnnounceOptions {
  readonly secret: string;
  /** By the user, so remembered. */
  readonly isChosen: boolean;
  readonly logger: Logger;
}

/** Writes the discovery file. A failure doesn't prevent serving. */
export async function announce(
  dataFolder: string,
  facts: Omit<DiscoveryFile, 'schema' | 'pid' | 'version' | 'mcpUrl' | 'program'>,
  { secret, isChosen, logger }: AnnounceOptions,
) {
  const file = {
    ...facts,
    schema: 1,
    pid: process.pid,
    version,
    mcpUrl: `${facts.url}/mcp`,
    program: programFolder(),
  } as const;
  const warn = (what: string) => (error: unknown) => logger.warn(what, { error: String(error) });
  const unfindable = warn(
    'The discovery file could not be written; other programs will not find this service by themselves.',
  );
  let current: string | undefined;
  let remove = () => {};
  let isWithdrawn = false;
  const write = async (registry: string) => {
    if (registry === current || isWithdrawn) return;
    current = registry;
    remove = await writeDiscoveryFile(dataFolder, { ...file, registry }, secret);
    if (isWithdrawn) remove();
  };
  let writing = write(facts.registry).catch(unfindable);
  await writing;
  const remember = () =>
    rememberRegistry(dataFolder, facts.registry).catch(warn('The registry could not be remembered.'));
  const isTrial = facts.app !== 'tray';
  if (isChosen && !isTrial) await remember();
  const trial = isChosen && isTrial ? setTimeout(remember, TRIAL_MS).unref() : undefined;
  return {
    move(registry: string): void {
      writing = writing.then(() => write(registry)).catch(unfindable);
    },
    /** Resolves when nothing is written any more. */
    withdraw(): Promise<void> {
      isWithdrawn = true;
      clearTimeout(trial);
      remove();
      return writing;
    },
  };
}
