import { locateRegistry } from '../registry/disk/locate-registry.ts';
import type { RegistryLocation } from '../registry/model/registry-snapshot.ts';
import { StartError } from './start-error.ts';

/** The registry that a picked folder means. Throws `StartError` where it means none. */
export async function requireRegistry(picked: string): Promise<RegistryLocation> {
  const located = await locateRegistry(picked);
  if (located.ok) return located.location;
  const { reason, candidates } = located;
  throw new StartError({ reason: 'no-registry', path: picked, candidates }, reason);
}
