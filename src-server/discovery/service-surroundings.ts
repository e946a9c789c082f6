import type { OfflineRegistry } from '../contract/service/discovery.ts';
import type { ServiceChoice } from './choose-service.ts';
import { rememberedRegistry } from './remembered-registry.ts';

/**
 * Without a named registry and a responsive service: the hung service's, then the remembered. If undefined,
 * callers use the working directory's or the sample.
 *
 * @param dataFolder absolute
 * @param look returns the registry's root, if any
 */
export async function offlineRegistry(
  dataFolder: string,
  { hung }: Pick<ServiceChoice, 'hung'>,
  look: (folder: string) => Promise<string | undefined>,
): Promise<OfflineRegistry | undefined> {
  // The file may be left by a killed service, and its process number reused.
  const served = hung && (await look(hung.file.registry));
  if (served !== undefined) return { from: 'hung', folder: served };
  const remembered = await rememberedRegistry(dataFolder);
  if (remembered === undefined) return undefined;
  const folder = await look(remembered);
  return folder === undefined
    ? { from: 'remembered', folder: remembered, isGone: true }
    : { from: 'remembered', folder };
}
