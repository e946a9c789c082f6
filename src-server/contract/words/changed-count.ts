import type { RegistryUpdate } from '../service/registry-work.ts';

/** Added, changed and removed skills. */
export function changedCount({ added, changed, removed }: RegistryUpdate): number {
  return added.length + changed.length + removed.length;
}
