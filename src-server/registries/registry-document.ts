import type { AddedRegistry } from '../contract/service/registry-work.ts';

/** For JSON output. */
export interface RegistryDocument extends Omit<AddedRegistry, 'previous' | 'skipped'> {
  readonly state: 'ready' | 'update' | 'failed';
}

export function toDocument(registry: AddedRegistry): RegistryDocument {
  const { name, address, folder, ref, commit, follow, pinned, skills, checked_at, error, update } = registry;
  const left_out = registry.left_out ?? [];
  const state = error !== null ? 'failed' : update === null ? 'ready' : 'update';
  return {
    name,
    address,
    folder,
    ref,
    commit,
    follow,
    pinned,
    skills,
    state,
    checked_at,
    error,
    update,
    left_out,
  };
}
