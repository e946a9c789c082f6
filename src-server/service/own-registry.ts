import { randomUUID } from 'node:crypto';
import type { LayerChoice } from '../contract/service/layer-choice.ts';
import type { Logger } from '../contract/service/logger.ts';
import type { WatchMode } from '../registry/registry-patch.ts';
import { LayerChoices } from './layers.ts';
import { makeStatus } from './make-status.ts';
import { type OpenedRegistry, openRegistry } from './open-registry.ts';

export interface OwnRegistry {
  readonly path: string;
  readonly layers?: readonly LayerChoice[] | undefined;
}

/** For this process alone: nobody else can ask it. Throws `StartError` if a named folder is no registry. */
export async function openOwnRegistry(
  { path, layers }: OwnRegistry,
  logger: Logger,
  watch: WatchMode,
): Promise<OpenedRegistry> {
  const choices = new LayerChoices({ registry: path, layers }, logger);
  const identity = { instanceId: randomUUID(), startedAt: new Date(), acceptsSubmissions: false, url: '' };
  return openRegistry({
    ...{ choices, logger, watch },
    ...(watch === 'off' && { scanIntervalMs: 0 }),
    describe: (registry, problems) => makeStatus(identity, registry, problems),
  });
}
