import { randomUUID } from 'node:crypto';
import type { Logger } from '../contract/logger.ts';
import { type FoundServer, findServers } from '../discovery/discovery-files.ts';
import { UNKNOWN_CLIENT } from '../mcp/client-label.ts';
import type { McpClient, McpDispatcher } from '../mcp/dispatcher.ts';
import { createRegistryDispatcher } from '../mcp/registry-dispatcher.ts';
import { createRemoteDispatcher, ServiceGoneError } from '../mcp/remote-dispatcher.ts';
import { DEFAULT_SCAN_INTERVAL_MS } from '../registry/disk/registry-follower.ts';
import type { RegistryLocation } from '../registry/model/registry-snapshot.ts';
import type { UserFolders } from '../user-folders.ts';
import { makeStatus } from './make-status.ts';
import { openRegistryDisk } from './open-registry-disk.ts';
import { openServedRegistry } from './open-served-registry.ts';
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

/**
 * What answers on standard input and output: a running service of this user if there is one, so that its index is used
 * and its activity list shows the calls; else, or once that service is gone, the registry opened in this process.
 */
export async function openMcpStdioBackend(options: McpStdioOptions): Promise<McpStdioBackend> {
  const { named, fallback, folders, logger } = options;
  const wanted = named === undefined ? undefined : await locateNamed(named, logger);
  let client = UNKNOWN_CLIENT;
  let remote = await findService(folders, wanted?.root);
  let serves = remote?.registry;
  let local: ReturnType<typeof openLocal> | undefined;
  const openOwn = () => {
    local ??= openLocal(serves ?? wanted?.root ?? fallback(), folders, logger).catch((error: unknown) => {
      local = undefined; // the next call may find the folder readable
      throw error;
    });
    return local;
  };
  if (remote === undefined) await openOwn();
  else logger.info(`Answering from the service at ${remote.url}, which serves ${remote.registry}.`);

  const introduce = () => {
    if (client !== UNKNOWN_CLIENT) void remote?.dispatcher.introduce(client).catch(() => undefined);
  };
  return {
    instructions: async () => (remote ?? (await openOwn())).dispatcher.instructions(),
    async answer(method, params, from) {
      for (let attempt = 0; remote !== undefined && attempt < 2; attempt += 1) {
        try {
          return await remote.dispatcher.answer(method, params, from);
        } catch (error) {
          if (!(error instanceof ServiceGoneError)) throw error;
          // It may have been started again, on another port.
          remote = await findService(folders, serves);
          serves = remote?.registry ?? serves;
          introduce();
        }
      }
      return (await openOwn()).dispatcher.answer(method, params, from);
    },
    introduce(introduced) {
      client = introduced;
      introduce();
    },
    async close() {
      await (await local)?.close();
    },
  };
}

interface Service {
  readonly url: string;
  readonly registry: string;
  readonly dispatcher: ReturnType<typeof createRemoteDispatcher>;
}

/** The service that serves a registry, or, where none is named, the one that was started last. */
async function findService(folders: UserFolders, root: string | undefined): Promise<Service | undefined> {
  const servers = await findServers(folders.data);
  const fitting = servers.filter(
    // One that asks for a token is nobody's to use who has none.
    ({ file, status }) =>
      status?.registry.available === true && (root === undefined || file.registry === root),
  );
  const newest = fitting.sort((a, b) => startOf(b) - startOf(a))[0]?.file;
  if (newest === undefined) return undefined;
  const { url, registry, mcpUrl } = newest;
  return { url, registry, dispatcher: createRemoteDispatcher(mcpUrl) };
}

function startOf({ file }: FoundServer): number {
  return Date.parse(file.startedAt);
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
    location,
    disk,
    watch: 'auto',
    scanIntervalMs: DEFAULT_SCAN_INTERVAL_MS,
    logger,
    cacheFolder: folders.cache,
    onChange: () => {},
    describe: (registry) => makeStatus(identity, registry),
  });
  const dispatcher = createRegistryDispatcher({ served, logger });
  logger.info(`Answering from ${location.root}.`);
  return { dispatcher, close: () => served.close() };
}
