import { randomUUID } from 'node:crypto';
import { ApiError } from '../contract/api/error-codes.ts';
import { COMMAND_NAME } from '../contract/clients/command.ts';
import type { LayerChoice } from '../contract/service/layer-choice.ts';
import type { Logger } from '../contract/service/logger.ts';
import { goneAdvice } from '../contract/service/lost-registry.ts';
import { messageOf } from '../contract/words/message-of.ts';
import { offlineRegistry } from '../discovery/service-surroundings.ts';
import type { McpDispatcher } from '../mcp/dispatcher.ts';
import { createRegistryDispatcher } from '../mcp/registry-dispatcher.ts';
import type { UserFolders } from '../platform/user-folders.ts';
import type { ServedRegistry } from '../served-registry.ts';
import { makeStatus } from './make-status.ts';
import { openLayers } from './open-layers.ts';
import { openRegistryDisk, requireRegistry, rootOf } from './open-registry-disk.ts';
import { openServedRegistry } from './open-served-registry.ts';
import { readSingle } from './read-single.ts';
import type { ReadRegistry } from './running-server.ts';

export interface OwnRegistriesOptions {
  /** Named, or of the last service. */
  readonly preferred: () => string | undefined;
  /** Why none may be opened now, for people. */
  readonly refusal: () => string | undefined;
  readonly layers?: readonly LayerChoice[] | undefined;
  /** Without a named or remembered registry. May reject with an error for people. */
  readonly fallback: () => Promise<OwnRegistry>;
  readonly folders: UserFolders;
  readonly logger: Logger;
}

export interface OwnRegistry {
  readonly path: string;
  readonly layers?: readonly LayerChoice[] | undefined;
}

/** For a model to pass on to the user. */
const HOW_ONE_IS_NAMED = `The user names a registry for this client: ${COMMAND_NAME} connect <client> -r <folder> --write`;

/** A second registry opens if the last service had another. */
export function ownRegistries(options: OwnRegistriesOptions) {
  const { preferred, layers, refusal, fallback, folders, logger } = options;
  const opened = new Map<string, ReturnType<typeof openLocal>>();
  let chosen: OwnRegistry | undefined;
  let warnedOf: string | undefined;
  const choose = async () => {
    chosen ??= (await rememberedRoot(folders, logger)) ?? (await fallback());
    return chosen;
  };
  const open = async () => {
    const named = preferred();
    const own = named === undefined ? await choose() : { path: named, layers };
    const { path: folder } = own;
    const local =
      opened.get(folder) ??
      openLocal(own, folders, logger).catch((error: unknown) => {
        // The next call may find the folder readable, or choose another.
        opened.delete(folder);
        chosen = undefined;
        throw error;
      });
    opened.set(folder, local);
    return local;
  };
  const absent = (why: string, next = '') => {
    if (why !== warnedOf) logger.warn(why);
    warnedOf = why;
    return createRegistryDispatcher({ served: absentRegistry(`${why}${next}`), logger });
  };
  return {
    /** Without a registry, answers say why. */
    async dispatcher(): Promise<McpDispatcher> {
      const refused = refusal();
      if (refused !== undefined) return absent(refused);
      try {
        return (await open()).dispatcher;
      } catch (error) {
        return absent(messageOf(error), ` ${HOW_ONE_IS_NAMED}`);
      }
    },
    async close(): Promise<void> {
      await Promise.allSettled([...opened.values()].map(async (local) => (await local).close()));
    },
  };
}

/** Throws if the registry is gone: another would mislead. */
async function rememberedRoot({ data }: UserFolders, logger: Logger): Promise<OwnRegistry | undefined> {
  const known = await offlineRegistry(data, { hung: undefined }, (folder) => rootOf(folder, logger));
  if (known?.isGone) {
    const { title, fix } = goneAdvice(known.folder, (args) => args.join(' '));
    throw new Error(`${title} ${fix}`);
  }
  return known && { path: known.folder };
}

async function openLocal({ path, layers }: OwnRegistry, folders: UserFolders, logger: Logger) {
  const read =
    layers === undefined
      ? await readFolder(path, folders, logger)
      : await openLayers({ registry: path, layers, logger });
  try {
    return await openOn(read, folders, logger);
  } catch (error) {
    await read.close();
    throw error;
  }
}

async function readFolder(folder: string, folders: UserFolders, logger: Logger): Promise<ReadRegistry> {
  const disk = openRegistryDisk(logger);
  const location = await requireRegistry(folder, disk);
  return readSingle({ disk, location }, { cacheFolder: folders.cache, logger });
}

async function openOn(read: ReadRegistry, folders: UserFolders, logger: Logger) {
  const identity = { instanceId: randomUUID(), startedAt: new Date(), acceptsSubmissions: false, url: '' };
  const served = await openServedRegistry({
    read,
    logger,
    cacheFolder: folders.cache,
    onChange: () => {},
    describe: (registry) => makeStatus(identity, registry),
  });
  const dispatcher = createRegistryDispatcher({ served, logger });
  const names = read.live.layers.map(({ location }) => location.root).join(', ');
  logger.info(`Answering from ${names}.`);
  return { dispatcher, close: () => served.close() };
}

/** Access throws `registry_unavailable` with the reason. */
function absentRegistry(why: string): ServedRegistry {
  const fail = (): never => {
    throw new ApiError('registry_unavailable', why);
  };
  return {
    get queries() {
      return fail();
    },
    get live() {
      return fail();
    },
    get problems() {
      return fail();
    },
    get tokens() {
      return fail();
    },
    get checker() {
      return fail();
    },
    search: fail,
    matchIndex: async () => fail(),
    status: fail,
    followStatus: fail,
  };
}
