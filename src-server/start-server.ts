import { silentLogger } from './contract/logger.ts';
import { openRegistryDisk } from './service/open-registry-disk.ts';
import { requireRegistry } from './service/require-registry.ts';
import type { FoundRegistry, RunningServer, ServerOptions } from './service/running-server.ts';

/**
 * Starts the service: finds and reads the registry, binds the port or the socket, asks itself once, and only then tells
 * others where it is. Throws `StartError` where the folder is no registry or the address can't be had.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const finding = options.found ?? findRegistry(options);
  // The disk's thread begins to look while this one loads what answers.
  const [found, { openService }] = await Promise.all([finding, import('./service/open-service.ts')]);
  return openService(options, found);
}

async function findRegistry({ registry, logger = silentLogger }: ServerOptions): Promise<FoundRegistry> {
  const disk = openRegistryDisk(logger);
  return { disk, location: await requireRegistry(registry, disk) };
}
