import { randomUUID } from 'node:crypto';
import type { Logger } from '../contract/logger.ts';
import { keepCaller } from '../discovery/caller-files.ts';
import { chooseService, severalRun } from '../discovery/choose-service.ts';
import { type FoundServer, findServers, findSilent, listInstances } from '../discovery/discovery-files.ts';
import { askService, PROBE_TIMEOUT_MS } from '../discovery/fetch-status.ts';
import { UNKNOWN_CLIENT } from '../mcp/client-label.ts';
import type { McpClient, McpDispatcher, McpMethod, McpObject } from '../mcp/dispatcher.ts';
import { createRegistryDispatcher } from '../mcp/registry-dispatcher.ts';
import { createRemoteDispatcher, ServiceGoneError } from '../mcp/remote-dispatcher.ts';
import type { RegistryLocation } from '../registry/model/registry-snapshot.ts';
import type { UserFolders } from '../user-folders.ts';
import { followOptions } from './follow-options.ts';
import { makeStatus } from './make-status.ts';
import { openRegistryDisk } from './open-registry-disk.ts';
import { openServedRegistry } from './open-served-registry.ts';
import { createOwnClient } from './own-client.ts';
import { requireRegistry } from './require-registry.ts';

export interface McpStdioOptions {
  /** The folder that someone named; a running service is then used only if it serves this very one. */
  readonly named: string | undefined;
  /** The folder where none was named and nothing runs. */
  readonly fallback: () => string;
  readonly folders: UserFolders;
  readonly logger: Logger;
}

export interface McpStdioBackend extends McpDispatcher {
  /** Lets the running service know who is connected. */
  introduce(client: McpClient): void;
  close(): Promise<void>;
}

/** How long after the last look a service is looked for again that didn't answer then. */
const LOOK_AGAIN_MS = 5_000;
/** How long a service has to show that it lives, while an answer of its is late. */
const SIGN_OF_LIFE_MS = 500;

/**
 * What answers on standard input and output: a running service of this user if there is one, so that its index is used
 * and its activity list shows the calls; else, or once that service is gone, the registry opened in this process, until
 * a service is there again.
 */
export async function openMcpStdioBackend(options: McpStdioOptions): Promise<McpStdioBackend> {
  const { named, fallback, folders, logger } = options;
  const wanted = named === undefined ? undefined : await locateNamed(named, logger);
  let client = UNKNOWN_CLIENT;
  const ownClient = createOwnClient({ keep: (caller) => keepCaller(folders.data, caller), logger });
  const services = followServices(folders, wanted?.root, logger);
  // By folder: two, where a service with another registry came after the fallback was opened.
  const opened = new Map<string, ReturnType<typeof openLocal>>();
  const openOwn = () => {
    const folder = services.root() ?? fallback();
    const local =
      opened.get(folder) ??
      openLocal(folder, folders, logger).catch((error: unknown) => {
        opened.delete(folder); // the next call may find the folder readable
        throw error;
      });
    opened.set(folder, local);
    return local;
  };
  const introduce = (service: Service | undefined) => {
    if (client !== UNKNOWN_CLIENT) void service?.dispatcher.introduce(client).catch(() => undefined);
    return service;
  };
  if ((await services.find()) === undefined) await openOwn();
  /** Asks the running service; where it is gone, the one that came since; else this process. */
  const ask = async <T>(question: (dispatcher: McpDispatcher) => Promise<T>): Promise<T> => {
    let service = services.current() ?? introduce(await services.lookAgain());
    for (let attempt = 0; service !== undefined && attempt < 2; attempt += 1) {
      try {
        return await question(service.dispatcher);
      } catch (error) {
        if (!(error instanceof ServiceGoneError)) throw error;
        // It may have been started again, on another port.
        service = introduce(await services.find(service.instanceId));
      }
    }
    return question((await openOwn()).dispatcher);
  };
  return {
    instructions: () => ask((dispatcher) => dispatcher.instructions()),
    async answer(method, params, from) {
      const answer = await ask((dispatcher) => dispatcher.answer(method, params, from));
      if (isAnsweredCall(method, answer)) ownClient.called();
      return answer;
    },
    introduce(introduced) {
      client = introduced;
      ownClient.started(client.name);
      introduce(services.current());
    },
    async close() {
      await ownClient.close();
      await Promise.all([...opened.values()].map(async (local) => (await local).close()));
    },
  };
}

/** The calls that an activity list would show, as far as they weren't in vain; others only look around. */
const CALLS: readonly McpMethod[] = ['tools/call', 'resources/read', 'prompts/get'];

function isAnsweredCall(method: McpMethod, answer: McpObject): boolean {
  return CALLS.includes(method) && answer['isError'] !== true;
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
  const located = await locateNamed(meant.file.registry, logger).catch(() => undefined);
  return located?.root;
}

async function locateNamed(folder: string, logger: Logger): Promise<RegistryLocation> {
  const disk = openRegistryDisk(logger);
  return requireRegistry(folder, disk).finally(() => disk.close());
}

async function openLocal(folder: string, folders: UserFolders, logger: Logger) {
  const disk = openRegistryDisk(logger);
  const location = await requireRegistry(folder, disk);
  const identity = { instanceId: randomUUID(), startedAt: new Date(), submissions: false, url: '' };
  const served = await openServedRegistry({
    ...followOptions({}, location, folders.cache),
    disk,
    logger,
    cacheFolder: folders.cache,
    onChange: () => {},
    describe: (registry) => makeStatus(identity, registry),
  });
  const dispatcher = createRegistryDispatcher({ served, logger });
  logger.info(`Answering from ${location.root}.`);
  return { dispatcher, close: () => served.close() };
}
