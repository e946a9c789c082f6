import type { RegistryUpdate, ShownRegistry } from '../../src-server/contract/added-registries.ts';

export const COMMIT = 'a'.repeat(40);
export const NEWER = 'b'.repeat(40);

/** Returns an added registry, as its process lists it. */
export function shownRegistry(
  name: string,
  update: RegistryUpdate | null = null,
  changes: Partial<ShownRegistry> = {},
): ShownRegistry {
  return {
    name,
    address: `https://git.example.com/${name}`,
    folder: null,
    ref: null,
    commit: COMMIT,
    follow: false,
    pinned: false,
    skills: 12,
    error: null,
    update,
    checked_at: '2026-01-31T11:00:00.000Z',
    date: '2026-01-30T11:00:00.000Z',
    ...changes,
  };
}

export function updateOf(changes: Partial<RegistryUpdate> = {}): RegistryUpdate {
  const none = { added: [], changed: [], removed: [], risk_raised: [] };
  return { commit: NEWER, ...none, ...changes };
}
