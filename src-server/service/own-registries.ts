import { randomUUID } from 'node:crypto';
import { COMMAND_NAME } from '../contract/clients/command.ts';
import type { Logger } from '../contract/service/logger.ts';
import { goneAdvice } from '../contract/service/lost-registry.ts';
import { offlineRegistry } from '../discovery/service-surroundings.ts';
import type { McpDispatcher } from '../mcp/dispatcher.ts';
import { createRegistryDispatcher } from '../mcp/registry-dispatcher.ts';
import type { RegistryDisk } from '../registry/disk/registry-disk.ts';
import { openLiveRegistry } from '../registry/live-registry.ts';
import type { UserFolders } from '../user-folders.ts';
import { absentRegistry } from './absent-registry.ts';
import { followOptions } from './follow-options.ts';
import { makeStatus } from './make-status.ts';
import { openRegistryDisk } from './open-registry-disk.ts';
import { openServedRegistry } from './open-served-registry.ts';
import { requireRegistry } from './require-registry.ts';
import { rootOf } from './root-of.ts';

export interface OwnRegistriesOptions {
  /** The named registry, or that of the last service. */
  readonly preferred: () => string | undefined;
  /** Why no registry may be opened now, for people. */
  readonly refusal: () => string | undefined;
  /** If no registry is named or remembered. May reject with an error for people. */
  readonly fallback: () => Promise<string>;
  readonly folders: UserFolders;
  readonly logger: Logger;
}

/** For a model to pass on to the user. */
const HOW_ONE_IS_NAMED = `The user names a registry for this client: ${COMMAND_NAME} connect <client> -r <folder> --write`;

/** A second registry opens if the last service had another. */
export function ownRegistries({ preferred, refusal, fallback, folders, logger }: OwnRegistriesOptions) {
  const opened = new Map<string, ReturnType<typeof openLocal>>();
  let chosen: string | undefined;
  let warnedOf: string | undefined;
  const choose = async () => {
    chosen ??= (await rememberedRoot(folders, logger)) ?? (await fallback());
    return chosen;
  };
  const open = async () => {
    const folder = preferred() ?? (await choose());
    const local =
      opened.get(folder) ??
      openLocal(folder, folders, logger).catch((error: unknown) => {
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
    /** Without a registry, each answer says why. */
    async dispatcher(): Promise<McpDispatcher> {
      const refused = refusal();
      if (refused !== undefined) return absent(refused);
      try {
        return (await open()).dispatcher;
      } catch (error) {
        return absent(error instanceof Error ? error.message : String(error), ` ${HOW_ONE_IS_NAMED}`);
      }
    },
    async close(): Promise<void> {
      await Promise.allSettled([...opened.values()].map(async (local) => (await local).close()));
    },
  };
}

/** Throws if the registry is gone: an answer from another would mislead. */
async function rememberedRoot({ data }: UserFolders, logger: Logger): Promise<string | undefined> {
  const known = await offlineRegistry(data, { hung: undefined }, (folder) => rootOf(folder, logger));
  if (known?.isGone) {
    const { title, fix } = goneAdvice(known.folder, (args) => args.join(' '));
    throw new Error(`${title} ${fix}`);
  }
  return known?.folder;
}

async function openLocal(folder: string, folders: UserFolders, logger: Logger) {
  const disk = openRegistryDisk(logger);
  try {
    return await openOn(disk, folder, folders, logger);
  } catch (error) {
    await disk.close();
    throw error;
  }
}

async function openOn(disk: RegistryDisk, folder: string, folders: UserFolders, logger: Logger) {
  const location = await requireRegistry(folder, disk);
  const identity = { instanceId: randomUUID(), startedAt: new Date(), submissions: false, url: '' };
  const live = openLiveRegistry({ ...followOptions({}, location, folders.cache), disk, logger });
  const served = await openServedRegistry({
    read: { live, close: () => disk.close() },
    logger,
    cacheFolder: folders.cache,
    onChange: () => {},
    describe: (registry) => makeStatus(identity, registry),
  });
  const dispatcher = createRegistryDispatcher({ served, logger });
  logger.info(`Answering from ${location.root}.`);
  return { dispatcher, close: () => served.close() };
}
