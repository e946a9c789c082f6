import { promises as fs } from 'node:fs';
import { resolve } from 'node:path';
import type { LayerChoice } from './contract/service/layer-choice.ts';
import { silentLogger } from './contract/service/logger.ts';
import { userFolders } from './platform/user-folders.ts';
import { openRegistryDisk, requireRegistry } from './service/open-registry-disk.ts';
import type { ReadService } from './service/open-service.ts';
import { readSingle } from './service/read-single.ts';
import type { FoundRegistry, ReadRegistry, RunningServer, ServerOptions } from './service/running-server.ts';

const LONG_READING_MS = 2_000;

/**
 * Reads the registry, then as `ReadService.listen`. Also throws `StartError` if the folder is no registry.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const timer = setTimeout(() => options.onLongReading?.(), LONG_READING_MS);
  const service = await readService(options).finally(() => clearTimeout(timer));
  return service.listen();
}

async function readService(options: ServerOptions): Promise<ReadService> {
  const found = await readRegistry(options);
  // Loaded while the disk thread reads: loading first would delay the thread's first request.
  const { openService } = await import('./service/open-service.ts');
  return openService(options, found);
}

async function readRegistry(options: ServerOptions): Promise<ReadRegistry> {
  // First, since an unknown home folder throws, and no disk is open yet.
  const { cache } = userFolders();
  const layers = options.layers ?? (await layersOfLink(options));
  if (layers !== undefined)
    return (await import('./service/open-layers.ts')).openLayers({ ...options, layers });
  const { found = await findRegistry(options), logger = silentLogger } = options;
  return readSingle(found, { ...options, cacheFolder: cache, logger });
}

/** A link may lead to another folder later, which opens as another layer. */
async function layersOfLink({ registry }: ServerOptions): Promise<readonly LayerChoice[] | undefined> {
  const path = resolve(registry);
  const target = await fs.realpath(path).catch(() => path);
  return target === path ? undefined : [{ folder: registry }];
}

async function findRegistry(options: ServerOptions): Promise<FoundRegistry> {
  const { registry, logger = silentLogger } = options;
  const disk = openRegistryDisk(logger);
  return { disk, location: await requireRegistry(registry, disk) };
}
