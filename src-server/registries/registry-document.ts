import type { AddedRegistry } from '../contract/service/registry-work.ts';

/** For JSON output. */
export interface RegistryDocument extends Omit<AddedRegistry, 'previous' | 'skipped'> {
  readonly state: 'ready' | 'update' | 'failed';
}

export function toDocument(registry: AddedRegistry): RegistryDocument {
  const { previous: _, skipped: __, left_out = [], ...listed } = registry;
  const { checked_at, error, update, ...facts } = listed;
  const state = error !== null ? 'failed' : update === null ? 'ready' : 'update';
  return { ...facts, state, checked_at, error, update, left_out };
}
