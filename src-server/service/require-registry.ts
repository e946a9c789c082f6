import type { RegistryDisk } from '../registry/disk/registry-disk.ts';
import type { RegistryLocation } from '../registry/model/registry-snapshot.ts';
import { StartError } from './start-error.ts';

/** Throws `StartError`, after closing the disk, if the folder is no registry. */
export async function requireRegistry(picked: string, disk: RegistryDisk): Promise<RegistryLocation> {
  const located = await disk.locate(picked);
  if (located.ok) return located.location;
  await disk.close();
  const { ok: _, reason, ...none } = located;
  throw new StartError({ reason: 'no-registry', path: picked, ...none }, reason);
}
