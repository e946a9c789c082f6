import type { RecordedEvent } from '../../src-main/contract/desktop-bridge.ts';

/** Of the query cache. */
export const SERVICE = ['service'] as const;
/** All that depends on the snapshot. */
export const REGISTRY = ['registry'] as const;
export const SETTINGS = ['app', 'settings'] as const;
export const NOTICES = ['app', 'notices'] as const;
export const REGISTRIES = ['app', 'registries'] as const;
export const ACTIVITY = ['app', 'activity'] as const;
export const CLIENTS = ['app', 'clients'] as const;
export const APP_INFO = ['app', 'info'] as const;

const MOST_EVENTS = 1_000;

export function withActivity(added: readonly RecordedEvent[]) {
  return (before: readonly RecordedEvent[] | undefined) => {
    if (before === undefined) return undefined;
    const last = before.at(-1)?.sequence ?? 0;
    return [...before, ...added.filter(({ sequence }) => sequence > last)].slice(-MOST_EVENTS);
  };
}
