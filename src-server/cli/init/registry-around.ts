import { findRegistryAround } from '../../registry/disk/find-registry-near.ts';
import { locateRegistry } from '../../registry/disk/locate-registry.ts';
import type { RegistryLocation } from '../../registry/model/registry-snapshot.ts';

/** Skips a library's skills. */
export function registryAround(folder: string): RegistryLocation | undefined {
  const around = findRegistryAround(folder);
  const located = around === undefined ? undefined : locateRegistry(around);
  return located?.ok && takesSkills(located.location) ? located.location : undefined;
}

export function takesSkills({ layout }: RegistryLocation): boolean {
  return layout === 'registry' || layout === 'flat';
}
