import { findRegistryAround } from '../../registry/disk/find-registry-near.ts';
import { locateRegistry } from '../../registry/disk/locate-registry.ts';
import type { RegistryLocation } from '../../registry/model/registry-snapshot.ts';

/** The registry of many skills that a folder is, or lies in; undefined also for what is one library's own. */
export function registryAround(folder: string): RegistryLocation | undefined {
  const around = findRegistryAround(folder);
  const located = around === undefined ? undefined : locateRegistry(around);
  return located?.ok && takesSkills(located.location) ? located.location : undefined;
}

/** Whether skills of any library may be put into it. */
export function takesSkills({ layout }: RegistryLocation): boolean {
  return layout === 'registry' || layout === 'flat';
}
