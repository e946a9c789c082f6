import { COMMAND_NAME } from '../contract/clients/command.ts';
import type { LayerId } from '../contract/service/layer-choice.ts';
import type { Logger } from '../contract/service/logger.ts';
import { type LostRegistryService, lostRegistryLine } from '../contract/service/lost-registry.ts';
import { chooseService, type ServiceChoice, severalRun } from '../discovery/choose-service.ts';
import {
  type AskedServers,
  askServers,
  type FoundServer,
  listInstances,
} from '../discovery/discovery-files.ts';
import { PROBE_TIMEOUT_MS } from '../discovery/fetch-status.ts';
import { challengeFor } from '../discovery/service-proof.ts';
import { UNKNOWN_CLIENT } from '../mcp/client-label.ts';
import type { McpClient } from '../mcp/dispatcher.ts';
import { createRemoteDispatcher } from '../mcp/remote-dispatcher.ts';
import type { UserFolders } from '../platform/user-folders.ts';
import { rootOf } from './open-registry-disk.ts';

/** For services that didn't respond. */
const RECHECK_MS = 5_000;

interface UsableService {
  readonly url: string;
  readonly registry: string;
  readonly dispatcher: ReturnType<typeof createRemoteDispatcher>;
}

interface WantedService {
  readonly root: string;
  readonly layers: readonly LayerId[];
}

interface FollowServicesOptions {
  readonly folders: UserFolders;
  readonly wanted: WantedService | undefined;
  readonly logger: Logger;
}

/** @param wanted only accepted registry; default: the first service's, while running */
export function followServices({ folders, wanted, logger }: FollowServicesOptions) {
  let root = wanted?.root;
  let current: UsableService | undefined;
  let away: LostRegistryService | undefined;
  let known: readonly string[] = [];
  let lookedAt = 0;
  let client = UNKNOWN_CLIENT;
  // At once: no request waits for a service that was silent at first.
  const introduceToCurrent = () => {
    if (client !== UNKNOWN_CLIENT) void current?.dispatcher.introduce(client).catch(() => undefined);
    return current;
  };
  const find = async () => {
    lookedAt = Date.now();
    known = await listInstances(folders.data);
    const before = current?.url;
    const running = await askServers(folders.data, { timeoutMs: PROBE_TIMEOUT_MS });
    const choice = choose(running, { wanted, root }, logger);
    current = choice.usable && usable(choice.usable);
    away = choice.away;
    if (wanted === undefined)
      root = current?.registry ?? root ?? (choice.hung && (await rootOf(choice.hung.file.registry, logger)));
    if (current !== undefined && current.url !== before)
      logger.info(`Answering from the service at ${current.url}, which serves ${current.registry}.`);
    return introduceToCurrent();
  };
  return {
    root: () => root,
    current: () => current,
    /** Advice if the service lost its registry. */
    away: () => away && lostRegistryLine(away, (args) => [COMMAND_NAME, ...args].join(' ')),
    find,
    /** Also introduces the client to later services. */
    introduce(introduced: McpClient) {
      client = introduced;
      introduceToCurrent();
    },
    /** Returns a new service at once; checks silent services in the background. */
    async recheck(): Promise<UsableService | undefined> {
      const instances = await listInstances(folders.data);
      // A service that lost its registry responds at once, and may have found it again.
      if (away !== undefined || instances.some((id) => !known.includes(id))) return find();
      if (instances.length > 0 && Date.now() - lookedAt > RECHECK_MS)
        void find().catch((error: unknown) =>
          logger.debug('No service could be looked for.', { error: String(error) }),
        );
      return undefined;
    },
  };
}

interface Roots {
  readonly wanted: WantedService | undefined;
  readonly root: string | undefined;
}

function usable({ file: { url, registry, mcpUrl }, secret }: FoundServer): UsableService {
  const challenge = () => challengeFor(secret);
  return { url, registry, dispatcher: createRemoteDispatcher({ mcpUrl, challenge }) };
}

/** Prefers the former registry. Chooses another only if none of its services can be running. */
function choose(running: AskedServers, { wanted, root }: Roots, logger: Logger): ServiceChoice {
  const same = chooseService(running, { registry: root, layers: wanted?.layers });
  const isBusy = running.silent.some(({ file }) => file.registry === root);
  // A named registry that a service lost is opened in this process instead.
  if (wanted !== undefined || isBusy) return { ...same, away: undefined };
  if (root !== undefined && same.usable !== undefined) return same;
  const choice = chooseService(running);
  const warning = severalRun(choice);
  if (warning !== undefined) logger.warn(`${warning} Name a folder with -r to choose.`);
  return choice;
}
