import { findRegistryAround } from '../../registry/find-registry-near.ts';
import { locateRegistry } from '../../registry/locate-registry.ts';
import type { RegistryLocation } from '../../registry/registry-patch.ts';

/** Skips a library's skills. */
export function registryAround(folder: string): RegistryLocation | undefined {
  const around = findRegistryAround(folder);
  const located = around === undefined ? undefined : locateRegistry(around);
  return located?.ok && takesSkills(located.location) ? located.location : undefined;
}

export function takesSkills({ layout }: RegistryLocation): boolean {
  return layout === 'registry' || layout === 'flat';
}
