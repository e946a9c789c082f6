import type { RegistryUpdate } from '../service/registry-work.ts';

export function changedCount({ added, changed, removed }: RegistryUpdate): number {
  return added.length + changed.length + removed.length;
}
