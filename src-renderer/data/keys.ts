import type { ActivityChange, ActivityState } from '../../src-main/contract/desktop-bridge.ts';

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

export function withActivity(change: ActivityChange) {
  return (before: ActivityState | undefined): ActivityState | undefined => {
    if (change.kind === 'replaced') return change.activity;
    if (before === undefined) return undefined;
    const last = before.events.at(-1)?.sequence ?? 0;
    const fresh = change.events.filter(({ sequence }) => sequence > last);
    return { ...before, events: [...before.events, ...fresh].slice(-MOST_EVENTS) };
  };
}
