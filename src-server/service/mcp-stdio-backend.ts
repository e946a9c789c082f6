import type { Logger } from '../contract/logger.ts';
import { chooseService, severalRun } from '../discovery/choose-service.ts';
import { type FoundServer, findServers, findSilent, listInstances } from '../discovery/discovery-files.ts';
import { askService, PROBE_TIMEOUT_MS } from '../discovery/fetch-status.ts';
import { UNKNOWN_CLIENT } from '../mcp/client-label.ts';
import type { McpClient, McpDispatcher } from '../mcp/dispatcher.ts';
import { createRemoteDispatcher, ServiceGoneError } from '../mcp/remote-dispatcher.ts';
import type { UserFolders } from '../user-folders.ts';
import { type OwnRegistriesOptions, ownRegistries, rootOf } from './own-registries.ts';

export interface McpStdioOptions extends Omit<OwnRegistriesOptions, 'meant'> {
  /** The folder that someone named; a running service is then used only if it serves this very one. */
  readonly named: string | undefined;
}

export interface McpStdioBackend extends McpDispatcher {
  /** Lets the running service know who is connected. */
  introduce(client: McpClient): void;
  close(): Promise<void>;
}

/** How long after the last look a service is looked for again that didn't answer then. */
const LOOK_AGAIN_MS = 5_000;
/** How long a service has to show that it lives, while an answer of its is late: busy machines are commoner than hung services. */
const SIGN_OF_LIFE_MS = 2_000;

/**
 * What answers on standard input and output: a running service of this user if there is one, so that its index is used
 * and its activity list shows the calls; else, or once that service is gone, the registry opened in this process, until
 * a service is there again. Of several the one that is named, else the one of the service that was there, else the one
 * that was served last, else the fallback. Where that is none, each answer tells why, and the next call looks again.
 */
export async function openMcpStdioBackend(options: McpStdioOptions): Promise<McpStdioBackend> {
  const { named, folders, logger } = options;
  // One that isn't there now may come; services name the folder itself, links resolved.
  const wanted = named && ((await rootOf(named, logger)) ?? named);
  let client = UNKNOWN_CLIENT;
  const services = followServices(folders, wanted, logger);
  const own = ownRegistries({ ...options, meant: services.root });
  let introducedTo: Service | undefined;
  const introduce = (service: Service | undefined) => {
    if (service === introducedTo || client === UNKNOWN_CLIENT) return service;
    introducedTo = service;
    void service?.dispatcher.introduce(client).catch(() => undefined);
    return service;
  };
  if ((await services.find()) === undefined) await own.dispatcher();
  /** Asks the running service; where it is gone, the one that came since; else this process. */
  const ask = async <T>(question: (dispatcher: McpDispatcher) => Promise<T>): Promise<T> => {
    // One that was silent at first may have been found since, with nobody waiting for it.
    let service = introduce(services.current() ?? (await services.lookAgain()));
    for (let attempt = 0; service !== undefined && attempt < 2; attempt += 1) {
      try {
        return await question(service.dispatcher);
      } catch (error) {
        if (!(error instanceof ServiceGoneError)) throw error;
        // It may have been started again, on another port.
        service = introduce(await services.find(service.instanceId));
      }
    }
    return question(await own.dispatcher());
  };
  return {
    instructions: () => ask((dispatcher) => dispatcher.instructions()),
    answer: (method, params, from) => ask((dispatcher) => dispatcher.answer(method, params, from)),
    introduce(introduced) {
      client = introduced;
      introduce(services.current());
    },
    close: own.close,
  };
}

interface Service {
  readonly url: string;
  readonly registry: string;
  readonly instanceId: string;
  readonly dispatcher: ReturnType<typeof createRemoteDispatcher>;
}

/**
 * The running service that is meant, as services come and go.
 *
 * @param wanted the only registry that will do; default: that of the first service that is found
 */
function followServices(folders: UserFolders, wanted: string | undefined, logger: Logger) {
  let root = wanted;
  let current: Service | undefined;
  let known: readonly string[] = [];
  let lookedAt = 0;
  const find = async (gone?: string) => {
    lookedAt = Date.now();
    known = await listInstances(folders.data);
    const before = current?.url;
    const found = await findServers(folders.data, {
      wants: ({ instanceId }) => instanceId !== gone,
      timeoutMs: PROBE_TIMEOUT_MS,
    });
    current = chooseUsable(found, root, logger);
    if (root === undefined) {
      const likely = current?.registry ?? (await silentRegistry(folders, found, logger));
      root ??= likely; // another look may have been faster
    }
    if (current !== undefined && current.url !== before)
      logger.info(`Answering from the service at ${current.url}, which serves ${current.registry}.`);
    return current;
  };
  return {
    root: () => root,
    current: () => current,
    find,
    /** Where none answers: the one that came since, at once; one that said nothing before, some calls later. */
    async lookAgain(): Promise<Service | undefined> {
      const instances = await listInstances(folders.data);
      if (instances.some((id) => !known.includes(id))) return find();
      if (instances.length > 0 && Date.now() - lookedAt > LOOK_AGAIN_MS) void find();
      return undefined;
    },
  };
}

/** Of the services that answer, the one that is meant and can be used. */
function chooseUsable(
  found: readonly FoundServer[],
  root: string | undefined,
  logger: Logger,
): Service | undefined {
  // One that asks for a token is nobody's to use who has none.
  const usable = found.filter(({ status }) => status?.registry.available);
  const choice = chooseService(usable, root);
  const warning = root === undefined ? severalRun(choice) : undefined;
  if (warning !== undefined) logger.warn(`${warning} Name a folder with -r to choose.`);
  const { meant } = choice;
  if (meant === undefined) return undefined;
  const { url, registry, mcpUrl, instanceId } = meant.file;
  const isAlive = async () =>
    (await askService(url, { timeoutMs: SIGN_OF_LIFE_MS }))?.instanceId === instanceId;
  return { url, registry, instanceId, dispatcher: createRemoteDispatcher({ mcpUrl, isAlive }) };
}

/**
 * Which registry is meant by a service that is too busy to say so: its file says it. Undefined where there is no such
 * registry now: of a service that was killed, another process may have the number since.
 */
async function silentRegistry(
  folders: UserFolders,
  answering: readonly FoundServer[],
  logger: Logger,
): Promise<string | undefined> {
  const { meant } = chooseService(await findSilent(folders.data, answering));
  if (meant === undefined) return undefined;
  return rootOf(meant.file.registry, logger);
}
